import { describe, expect, it } from "vitest";
import { createSearch, type SearchedTool } from "./search-tools.ts";

function tool(server: string, name: string, description: string): SearchedTool {
  return { server, name, description, input: { type: "object" } };
}

const tools = [
  tool("mongodb", "count", "Gets the number of documents in a collection"),
  tool("drive", "share", "Manages the permissions of a file"),
  tool("okta", "list-apps", "Lists all applications of the organization"),
  tool("slack", "list-apps-2", "Lists all applications of the organization"),
];

describe("a search", () => {
  it("returns positions, best first, and no more than asked for", () => {
    const search = createSearch(tools);

    expect(search("How many documents are in this collection?", 1)).toEqual([0]);
    expect(search("Who may read this file?", 4)[0]).toBe(1);
    expect(search("documents", 2)).toHaveLength(2);
  });

  it.each([
    ["Which applications does okta have?", 2],
    ["Which applications does slack have?", 3],
  ])("tells tools with the same words apart by their server: %s", (request, best) => {
    expect(createSearch(tools)(request, 1)).toEqual([best]);
  });

  it("finds nothing among no tools", () => {
    expect(createSearch([])("anything", 5)).toEqual([]);
  });

  it.each(["", "   ", "\u0000", "?".repeat(1_000), "a ".repeat(500)])(
    "bears the request %j",
    (odd) => {
      expect(createSearch(tools)(odd, 5).length).toBeLessThanOrEqual(tools.length);
    },
  );
});
