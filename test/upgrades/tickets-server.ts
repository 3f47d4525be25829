/**
 * The server of the story, as the text of a program. Plain JavaScript without packages: every
 * version starts it with any Node. Ticket 13 breaks its contract, and ticket 77 never answers.
 */
export const ticketsServer = `import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const inputSchema = {
  type: "object",
  properties: { number: { type: "integer", minimum: 0, maximum: 99 } },
  required: ["number"],
  additionalProperties: false,
};
const outputSchema = {
  type: "object",
  properties: { number: { type: "integer" }, open: { type: "boolean" } },
  required: ["number", "open"],
  additionalProperties: false,
};
const tools = [
  {
    name: "find_ticket",
    description: "Returns the ticket with this number. It changes nothing.",
    inputSchema,
    outputSchema,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: "close_ticket",
    description: "Closes the ticket with this number. A closed ticket stays closed.",
    inputSchema,
    outputSchema,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  },
];

const breaks = 13;
const hangs = 77;

function send(message) {
  process.stdout.write(\`\${JSON.stringify({ jsonrpc: "2.0", ...message })}\\n\`);
}

function answer({ id, method, params }) {
  if (method === "initialize") {
    const serverInfo = { name: "tickets", version: "1.0.0" };
    const { protocolVersion } = params;
    return { id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } };
  }
  if (method === "tools/list") return { id, result: { tools } };
  if (method === "ping") return { id, result: {} };
  if (method !== "tools/call") return { id, error: { code: -32_601, message: "Unknown method" } };
  const { number } = params.arguments;
  if (number === hangs) {
    // The story kills the gateway once this file is there.
    writeFileSync("hanging", "");
    return undefined;
  }
  const open = number === breaks ? "broken" : params.name === "find_ticket";
  const structuredContent = { number, open };
  const text = JSON.stringify(structuredContent);
  return { id, result: { content: [{ type: "text", text }], structuredContent } };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  const reply = message.id === undefined ? undefined : answer(message);
  if (reply !== undefined) send(reply);
}
`;
