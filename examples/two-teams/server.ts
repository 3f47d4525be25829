// The servers of docs/guides/two-teams.md. `node server.ts crm` is the one with that name. Its
// tools declare the permissions that they need, and answer whatever they are asked.

import { argv, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";

type Members = Readonly<Record<string, unknown>>;

interface Tool {
  readonly name: string;
  readonly does: string;
  readonly takes: Members;
  readonly effect: "read" | "write" | "destroy";
  readonly permission: string;
}

function listed({ name, does, takes, effect, permission }: Tool): Members {
  return {
    name,
    description: `${does} Use it when a person of the team asks for it. Returns what was done.`,
    inputSchema: {
      type: "object",
      properties: takes,
      required: Object.keys(takes),
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: { done: { type: "string", maxLength: 100 } },
      required: ["done"],
      additionalProperties: false,
    },
    _meta: { "dev.toolcourt/contract": { effect, permissions: [permission] } },
  };
}

const id = { type: "string", minLength: 1, maxLength: 40, description: "The id" };
const amount = { type: "number", minimum: 0, maximum: 10_000, description: "In euros" };

const servers: Readonly<Record<string, readonly Tool[]>> = {
  crm: [
    {
      name: "get_customer",
      does: "Looks up a customer.",
      takes: { id },
      effect: "read",
      permission: "customers:read",
    },
  ],
  desk: [
    {
      name: "close_ticket",
      does: "Closes a ticket.",
      takes: { id },
      effect: "write",
      permission: "tickets:write",
    },
    {
      name: "delete_ticket",
      does: "Deletes a ticket.",
      takes: { id },
      effect: "destroy",
      permission: "tickets:delete",
    },
  ],
  billing: [
    {
      name: "refund_invoice",
      does: "Refunds a part of an invoice.",
      takes: { id, amount },
      effect: "write",
      permission: "invoices:write",
    },
  ],
};

const tools = (servers[argv[2] ?? ""] ?? []).map(listed);

function answerTo(method: unknown, params: Members): Members {
  if (method === "initialize") {
    const { protocolVersion } = params;
    const serverInfo = { name: argv[2], version: "1.0.0" };
    return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } };
  }
  if (method === "tools/list") return { result: { tools } };
  if (method !== "tools/call") return { error: { code: -32_601, message: "No such method" } };
  const structuredContent = { done: String(params["name"]) };
  const content = [{ type: "text", text: JSON.stringify(structuredContent) }];
  return { result: { structuredContent, content } };
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

createInterface({ input: stdin }).on("line", (line) => {
  const { id: request, method, params } = membersOf(JSON.parse(line));
  if (request === undefined) return;
  const answer = { jsonrpc: "2.0", id: request, ...answerTo(method, membersOf(params)) };
  stdout.write(`${JSON.stringify(answer)}\n`);
});
