// A legacy server over stdio whose tools ask the caller a question before they answer.

import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
// Types only: loading the SDK would cost each test that starts this half a second.
import type { JsonObject, JsonValue } from "@toolcourt/sdk";

function form(name: string): JsonObject {
  const requestedSchema = { type: "object", properties: { [name]: { type: "string" } } };
  return { method: "elicitation/create", params: { message: "Which one?", requestedSchema } };
}

const messages = [{ role: "user", content: { type: "text", text: "?" } }];
const questions: Readonly<Record<string, JsonObject>> = {
  "ask-person": form("day"),
  "ask-secret": form("password"),
  "ask-model": { method: "sampling/createMessage", params: { maxTokens: 9, messages } },
  "ask-folders": { method: "roots/list" },
};
const tools = Object.keys(questions).map((name) => ({ name, inputSchema: { type: "object" } }));

interface Heard {
  readonly id?: JsonValue;
  readonly method?: string;
  readonly params?: { readonly name?: string };
}

function send(message: JsonObject): void {
  stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

for await (const line of createInterface({ input: stdin })) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own client wrote the line
  const { id = null, method, params } = JSON.parse(line) as Heard;
  if (method === "initialize") {
    const serverInfo = { name: "curious", version: "1.0.0" };
    const capabilities = { tools: {} };
    send({ id, result: { protocolVersion: "2025-11-25", capabilities, serverInfo } });
  } else if (method === "tools/list") {
    send({ id, result: { tools } });
  } else if (method === "tools/call") {
    // The question has the id of the call, so the answer leads back to it.
    send({ id: `about ${JSON.stringify(id)}`, ...questions[params?.name ?? ""] });
  } else if (method === undefined && typeof id === "string") {
    const call = Number(id.slice("about ".length));
    send({ id: call, result: { content: [{ type: "text", text: "done" }] } });
  } else if (id !== null) {
    send({ id, error: { code: -32_601, message: "Method not found" } });
  }
}
