import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { metaDescriptionLongEnough } from "./description-long-enough.ts";

describe("meta/description-long-enough", () => {
  it("accepts exactly 50 characters and not 49", () => {
    expect(remarks(metaDescriptionLongEnough, { description: "a".repeat(50) })).toEqual([]);
    expect(remarks(metaDescriptionLongEnough, { description: "a".repeat(49) })).toHaveLength(1);
  });

  it("is not satisfied by spaces", () => {
    const description = `Reads.${" ".repeat(60)}`;

    expect(remarks(metaDescriptionLongEnough, { description })).toHaveLength(1);
  });

  it("counts a character outside the basic plane once", () => {
    expect(remarks(metaDescriptionLongEnough, { description: "🌞".repeat(30) })).toHaveLength(1);
  });

  it("accepts short descriptions in every other profile", () => {
    expect(Object.keys(metaDescriptionLongEnough.severity)).toEqual(["agent-hints"]);
  });
});
