import { describe, expect, it } from "vitest";
import { readToolsFile } from "./read-tools-file.ts";

const text = `tools:
  - name: plain
    description: d
    get: /a
    input:
      x: { type: string, enum: [a] }
    query: { x: "{x}" }
    terms:
      category: query
    paging: { items: "", link_header: true }
    output:
      type: object
      properties:
        paging: { type: object }
        rows: { type: array }
  - name: found
    description: d
    get: /a
    discovery: { stage: s, tier: cost, scope: [tenantId] }
    output:
      type: object
      properties:
        rows: { type: array }
`;

const reading = readToolsFile(text, "t.yaml");

function lineOf(index: number, pointer: string): number | undefined {
  return reading.kind === "tools" ? reading.positionOf(index, pointer).line : undefined;
}

describe("writtenPlace", () => {
  it.each([
    ["/name", 2],
    ["/description", 3],
    ["/inputSchema", 6],
    ["/inputSchema/properties/x/enum/0", 6],
    ["/inputSchema/required", 6],
    ["/_meta/dev.toolcourt~1contract/category", 9],
    ["/annotations/readOnlyHint", 9],
    ["/outputSchema/properties/rows/items", 15],
    ["/outputSchema/properties/paging/properties/pages", 10],
    ["/nothing/of/the/kind", 2],
  ])("is the line of the source: %s", (pointer, line) => {
    expect(lineOf(0, pointer)).toBe(line);
  });

  it.each([
    ["/inputSchema/properties/tier", 19],
    ["/outputSchema/properties/data/properties/rows", 23],
    ["/outputSchema/properties/metadata", 19],
    ["/_meta/dev.toolcourt~1contract/effect", 16],
  ])("is the key that generated the part: %s", (pointer, line) => {
    expect(lineOf(1, pointer)).toBe(line);
  });
});
