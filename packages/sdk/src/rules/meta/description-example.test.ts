import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { metaDescriptionExample } from "./description-example.ts";

describe("meta/description-example", () => {
  it.each([
    "Examples: greet a person.",
    "Finds cards, e.g. all about sums.",
    "Use case: revision.",
  ])("accepts %j", (description) => {
    expect(remarks(metaDescriptionExample, { description })).toEqual([]);
  });

  it("ignores example inside another word", () => {
    const description = "Resamples an audio file to counterexampled rates.";

    expect(remarks(metaDescriptionExample, { description })).toHaveLength(1);
  });

  it("leaves an empty description to another rule", () => {
    expect(remarks(metaDescriptionExample, { description: "" })).toEqual([]);
  });
});
