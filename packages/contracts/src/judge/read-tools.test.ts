import { describe, expect, it } from "vitest";
import { hasCode } from "../errors/refusal.ts";
import { readTools } from "./read-tools.ts";

const a = { name: "a" };
const b = { name: "b" };

function toolsIn(value: unknown): readonly unknown[] {
  return readTools(JSON.stringify(value), "x.json").map(({ tool }) => tool);
}

describe("readTools", () => {
  it.each([
    ["an array", [a, b]],
    ["an object with tools", { tools: [a, b] }],
    ["a tools/list result", { tools: [a, b], nextCursor: "2" }],
    ["a JSON-RPC answer", { jsonrpc: "2.0", id: 1, result: { tools: [a, b] } }],
  ])("finds the tools of %s", (_, value) => {
    expect(toolsIn(value)).toEqual([a, b]);
  });

  it("reads one tool per line, with the server that the line names", () => {
    const text = `${JSON.stringify({ ...a, server: "crm" })}\r\n\n${JSON.stringify(b)}\n`;

    expect(readTools(text, "x.jsonl")).toEqual([
      { tool: a, offset: 0, server: "crm" },
      { tool: b, offset: text.indexOf('{"name":"b"}') },
    ]);
  });

  it("treats a single tool as a list of one", () => {
    expect(toolsIn(a)).toEqual([a]);
  });

  it("keeps entries that are not tools, to be judged individually", () => {
    expect(toolsIn([a, null, "x", [b]])).toEqual([a, null, "x", [b]]);
  });

  it("knows the offset of each tool, even after other lists", () => {
    const text = '{"other":{"tools":[{}]},\n "tools":[ {"x":[{}]},\n {} ]}';

    expect(readTools(text, "x.json").map(({ offset }) => text.slice(offset, offset + 2))).toEqual([
      '{"',
      "{}",
    ]);
  });

  it("keeps a key called __proto__, for a rule to find", () => {
    const [entry] = readTools('[{"name":"a","__proto__":{"polluted":1}}]', "x.json");

    expect(Object.keys(entry?.tool ?? {})).toEqual(["name", "__proto__"]);
  });

  it.each(["{}", "null", "3", '"tools"', '{"tools":{}}', '{"result":[]}', '{"error":{"code":1}}'])(
    "refuses %s, which is not a list of tools",
    (text) => {
      expect(() => readTools(text, "x.json")).toThrow(expect.toSatisfy(isToolsMissing));
    },
  );
});

function isToolsMissing(error: unknown): boolean {
  return hasCode(error, "tools-missing");
}
