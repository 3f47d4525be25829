import { describe, expect, it } from "vitest";
import { forSet } from "./for-set.ts";
import { operationNamedIn, pinned } from "./http-tool.ts";
import { readToolsFile } from "./read-tools-file.ts";

function toolOf(path: string, more = "") {
  const text = `tools: [{ name: t, description: d, get: ${path}, ${more} output: { type: object } }]`;
  const reading = readToolsFile(text, "t.yaml");
  const [first] = reading.kind === "tools" ? reading.tools : [];
  if (first === undefined) throw new TypeError(JSON.stringify(reading));
  return first;
}

const discovery = "discovery: { stage: s, tier: cost, scope: [a] },";

describe("forSet", () => {
  it("adds a connection parameter if callers name the connection", () => {
    const { tool } = forSet(toolOf("/a"), { kind: "argument" });

    expect(tool["inputSchema"]).toMatchObject({
      properties: { connection_id: { type: "string" } },
      required: ["connection_id"],
    });
  });

  it("makes the connection host-injected if the configuration names it", () => {
    const { tool } = forSet(toolOf('"/{scope.a}"', discovery), { kind: "named", name: "x" });

    expect(tool["inputSchema"]).toMatchObject({
      properties: { connection_id: { "x-host-injected": true } },
    });
  });

  it("leaves the tool unchanged without a connection, or without a parameter for it", () => {
    const http = toolOf("/a");

    expect(forSet(http, { kind: "none" })).toBe(http);
    expect(forSet(http, { kind: "named", name: "x" })).toBe(http);
  });

  it("changes the contract if the operation changes", () => {
    const [one, other] = [pinned(toolOf("/a")), pinned(toolOf("/b"))];

    expect(operationNamedIn(one)).toMatch(/^sha256:/);
    expect(operationNamedIn(one)).not.toBe(operationNamedIn(other));
  });
});
