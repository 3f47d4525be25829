import { describe, expect, it } from "vitest";
import { categories } from "../../contract/terms.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsCategory } from "./category.ts";

describe("terms/category", () => {
  it.each(categories)("accepts %s", (category) => {
    expect(remarks(termsCategory, { terms: { category } })).toEqual([]);
  });

  it("does not take an effect for a category", () => {
    expect(remarks(termsCategory, { terms: { effect: "read" } })).toHaveLength(1);
  });
});
