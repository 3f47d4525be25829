import { describe, expect, it } from "vitest";
import { withoutOwnTools } from "./own-tools.ts";

const own = new Set(["search_objects", "list-indexes", "getPage", "search"]);

describe("withoutOwnTools", () => {
  it.each([
    ["Prefer this over search_objects.", "Prefer this over §."],
    ["Call the `list-indexes` tool first", "Call the § first"],
    ["See getPage, then search.", "See §, then search."],
    ["Use send_email instead.", "Use send_email instead."],
    ["xsearch_objects search_objects_2", "xsearch_objects search_objects_2"],
  ])("reads %j as %j", (text, expected) => {
    expect(withoutOwnTools(text, (name) => own.has(name))).toBe(expected);
  });

  it("takes linear time on a long text without spaces", () => {
    const text = "aB".repeat(50_000);

    expect(withoutOwnTools(text, () => false)).toBe(text);
  });
});
