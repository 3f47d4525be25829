// A legacy server over stdio that fails in the way that its first argument names.

import { argv, env, exit, stderr, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
// Types only: loading the SDK would cost each test that starts this half a second.
import type { JsonObject, JsonValue } from "@toolcourt/sdk";

const [, , fault = ""] = argv;
const reason = `no database at db.internal, key ${env["API_KEY"] ?? ""}`;

function send(message: JsonObject): void {
  stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function endWith(text: string): void {
  stderr.write(`${text}\n`, () => exit(1));
}

if (fault === "dies") exit(3);
// A rejected promise at the top level prints a stack and ends the process.
if (fault === "throws") throw new TypeError(reason);
if (fault === "garbage") stdout.write("Usage: faulty-server <file>\n", () => exit(2));
if (fault === "flood") stdout.write("not a message\n".repeat(2_000));

const tool = {
  name: "get-weather",
  description: "Returns the current weather of a city in degrees Celsius.",
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
};

const results: Readonly<Record<string, JsonObject>> = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "faulty", version: "1.0.0" },
  },
  "tools/list": { tools: [tool] },
  "tools/call": { content: [{ type: "text", text: "21" }] },
  ping: {},
};

function answer(id: JsonValue, method: string): void {
  if (fault === "hangs" || fault === "flood" || fault === "garbage") return;
  if (fault === `error:${method}`) send({ id, error: { code: -32_050, message: reason } });
  else if (fault === `dies:${method}`) endWith(`fatal: ${reason}`);
  else if (results[method] !== undefined) send({ id, result: results[method] });
  else send({ id, error: { code: -32_601, message: "Method not found" } });
}

for await (const line of createInterface({ input: stdin })) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own client wrote the line
  const { id, method } = JSON.parse(line) as { id?: JsonValue; method?: string };
  if (id !== undefined) answer(id, method ?? "");
}
