// A server over stdio with the tools of the file in its first argument. The file may also hold an
// object with `tools`, `prompts`, `resourceTemplates` and `contents`, the content of each resource by
// its address. Answers every call with the same forecast. A long list of tools comes in pages.

import { readFileSync } from "node:fs";
import { argv, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
// Types only: loading the SDK would cost each test that starts this half a second.
import type { JsonObject, JsonValue } from "@toolcourt/sdk";

const [, , file = ""] = argv;
const forecast = { celsius: 21 };

interface Lists {
  readonly tools?: JsonValue;
  readonly prompts?: JsonValue;
  readonly resourceTemplates?: JsonValue;
  readonly contents?: Readonly<Record<string, JsonObject>>;
}

interface Asked {
  readonly id?: JsonValue;
  readonly method?: string;
  readonly params?: JsonObject;
}

function listsIn(): Lists {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test wrote the file
  const read = JSON.parse(readFileSync(file, "utf8")) as readonly JsonValue[] | Lists;
  return "length" in read ? { tools: read } : read;
}

const pageSize = 200;

function pageOf(tools: JsonValue | undefined, begin: number): JsonObject {
  const all = Array.isArray(tools) ? tools : [];
  const end = begin + pageSize;
  const page = all.slice(begin, end);
  return { tools: page, ...(end < all.length && { nextCursor: String(end) }) };
}

const answers: Readonly<Record<string, (params: JsonObject) => JsonObject>> = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: { tools: {}, prompts: {}, resources: {} },
    serverInfo: { name: "listed", version: "1.0.0" },
  }),
  "tools/list": ({ cursor = "0" }) => pageOf(listsIn().tools, Number(cursor)),
  "prompts/list": () => ({ prompts: listsIn().prompts ?? [] }),
  "resources/list": () => ({ resources: [] }),
  "resources/templates/list": () => ({ resourceTemplates: listsIn().resourceTemplates ?? [] }),
  "resources/read": ({ uri = "" }) => ({
    contents: [{ uri, ...(typeof uri === "string" && listsIn().contents?.[uri]) }],
  }),
  "tools/call": () => ({
    content: [{ type: "text", text: JSON.stringify(forecast) }],
    structuredContent: forecast,
  }),
};

for await (const line of createInterface({ input: stdin })) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own client wrote the line
  const { id, method, params } = JSON.parse(line) as Asked;
  if (id === undefined) continue;
  const answer = answers[method ?? ""]?.(params ?? {});
  const error = { code: -32_601, message: "Method not found" };
  const reply = answer === undefined ? { error } : { result: answer };
  stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...reply })}\n`);
}
