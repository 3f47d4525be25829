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

describe("a tool of a set", () => {
  it("asks for the connection where callers name it", () => {
    const { tool } = forSet(toolOf("/a"), { kind: "argument" });

    expect(tool["inputSchema"]).toMatchObject({
      properties: { connection_id: { type: "string" } },
      required: ["connection_id"],
    });
  });

  it("leaves the connection to the host where the configuration names it", () => {
    const { tool } = forSet(toolOf('"/{scope.a}"', discovery), { kind: "named", name: "x" });

    expect(tool["inputSchema"]).toMatchObject({
      properties: { connection_id: { "x-host-injected": true } },
    });
  });

  it("stays as it is where there is no connection, or nothing to say of it", () => {
    const http = toolOf("/a");

    expect(forSet(http, { kind: "none" })).toBe(http);
    expect(forSet(http, { kind: "named", name: "x" })).toBe(http);
  });

  it("is another contract where it is sent in another way", () => {
    const [one, other] = [pinned(toolOf("/a")), pinned(toolOf("/b"))];

    expect(operationNamedIn(one)).toMatch(/^sha256:/);
    expect(operationNamedIn(one)).not.toBe(operationNamedIn(other));
  });
});
