import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsTags } from "./tags.ts";

describe("terms/tags", () => {
  it("reports the blank tag among others", () => {
    const found = remarks(termsTags, { terms: { tags: ["weather", "\t"] } });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/terms/tags/1"]);
  });

  it("accepts tags of the author's own choice", () => {
    expect(remarks(termsTags, { terms: { tags: ["Böen"] } })).toEqual([]);
  });
});
