import process from "node:process";
import { createInterface } from "node:readline";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";

// A legacy stdio server that echoes its arguments and its calls.

const text = { type: "string", maxLength: 10_000, description: "A text" };
const tool = {
  name: "echo-text",
  description:
    "Gives back a text. Use it to see what arrives at a server. Returns the text and what the server was started with. For example: what becomes of a dollar sign?",
  inputSchema: {
    type: "object",
    properties: { text },
    required: ["text"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      text,
      started: { type: "array", items: text, maxItems: 100, description: "Its arguments" },
    },
    required: ["text", "started"],
    additionalProperties: false,
  },
};

function resultOf(method: unknown, params: JsonObject): JsonObject | undefined {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "echo", version: "1.0.0" },
      };
    case "tools/list":
      return { tools: [tool] };
    case "tools/call": {
      const given = own(params, "arguments");
      const said = isJsonObject(given) ? (own(given, "text") ?? "") : "";
      const structuredContent = { text: said, started: process.argv.slice(2) };
      const content = [{ type: "text", text: JSON.stringify(structuredContent) }];
      return { content, structuredContent, isError: false };
    }
    default:
      return undefined;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = parseJson(line);
  if (!isJsonObject(message)) continue;
  const { id, method, params = {} } = message;
  if (id === undefined) continue;
  const result = resultOf(method, isJsonObject(params) ? params : {});
  const outcome =
    result === undefined ? { error: { code: -32_601, message: "Method not found" } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...outcome })}\n`);
}
