import { describe, expect, it } from "vitest";
import { categories } from "../../contract/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsCategory } from "./category.ts";

describe("terms/category", () => {
  it.each(categories)("accepts %s", (category) => {
    expect(remarks(termsCategory, { terms: { category } })).toEqual([]);
  });

  it("does not infer a category from an effect", () => {
    expect(remarks(termsCategory, { terms: { effect: "read" } })).toHaveLength(1);
  });
});
