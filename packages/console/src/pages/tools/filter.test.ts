import { describe, expect, it } from "vitest";
import { filterIn, pathOf, questionOf, toolPath } from "./filter.ts";

describe("the filters of the list of tools", () => {
  it.each([
    ["", "/tools", "tools"],
    [
      "q=send+mail&state=held&server=a%2Fb&cursor=c1",
      "/tools?q=send+mail&server=a%2Fb&state=held",
      "tools?q=send+mail&server=a%2Fb&state=held&cursor=c1",
    ],
    ["state=gone&page=2", "/tools", "tools"],
  ])("of %j are in the address and in the question", (query, path, question) => {
    const filter = filterIn(new URLSearchParams(query));

    expect(pathOf(filter)).toBe(path);
    expect(questionOf(filter)).toBe(question);
  });

  it("make an address of any name", () => {
    expect(toolPath({ server: "a b", name: "get/one?x#y" }, "?tab=drift")).toBe(
      "/tools/a%20b/get%2Fone%3Fx%23y?tab=drift",
    );
  });
});
