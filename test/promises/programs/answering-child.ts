// A legacy server over stdio with one tool. Answers every call with the JSON text of a file, which
// its parameters name.

import { readFileSync } from "node:fs";
import { argv, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { reading } from "../../gate/tools.ts";

const [, , file = ""] = argv;
const items = { type: "array", description: "Anything", uniqueItems: true };
const outputSchema = { type: "object", properties: { items } };

const results: Readonly<Record<string, () => string>> = {
  initialize: () =>
    JSON.stringify({
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "child", version: "1.0.0" },
    }),
  "tools/list": () =>
    JSON.stringify({ tools: [{ ...reading("get-anything-else"), outputSchema }] }),
  "tools/call": () => readFileSync(file, "utf8"),
};

for await (const line of createInterface({ input: stdin })) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own client wrote the line
  const { id, method = "" } = JSON.parse(line) as { id?: number; method?: string };
  if (id === undefined) continue;
  const result = results[method]?.();
  const error = '{"code":-32601,"message":"Method not found"}';
  const outcome = result === undefined ? `"error":${error}` : `"result":${result}`;
  stdout.write(`{"jsonrpc":"2.0","id":${id},${outcome}}\n`);
}
