import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { metaDescriptionAboveMinimum } from "./description-above-minimum.ts";

describe("meta/description-above-minimum", () => {
  it("leaves shorter descriptions to the rule that refuses them", () => {
    expect(remarks(metaDescriptionAboveMinimum, { description: "a".repeat(49) })).toEqual([]);
  });

  it("ignores leading and trailing space", () => {
    const description = ` ${"a".repeat(50)} `;

    expect(remarks(metaDescriptionAboveMinimum, { description })).toHaveLength(1);
  });
});
