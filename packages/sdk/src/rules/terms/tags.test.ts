import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsTags } from "./tags.ts";

describe("terms/tags", () => {
  it("points at the blank tag among the others", () => {
    const found = remarks(termsTags, { terms: { tags: ["weather", "\t"] } });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/terms/tags/1"]);
  });

  it("accepts words of the author's own", () => {
    expect(remarks(termsTags, { terms: { tags: ["Böen"] } })).toEqual([]);
  });
});
