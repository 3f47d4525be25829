import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { metaDescriptionComplete } from "./description-complete.ts";

function found(description: string) {
  return remarks(metaDescriptionComplete, { description });
}

describe("meta/description-complete", () => {
  it("reports each missing answer separately", () => {
    expect(found("Retrieves a card.")).toHaveLength(2);
    expect(found("Retrieves a card. Use it to show one.")).toHaveLength(1);
    expect(found("Returns one card.")).toHaveLength(1);
  });

  it.each([
    "Looks up a card whenever a person asks for one; the response holds its text.",
    "Finds cards. Helpful before a lesson. The result is a list of cards.",
  ])("accepts other wording: %s", (description) => {
    expect(found(description)).toEqual([]);
  });

  it("ignores a word inside another", () => {
    expect(found("Pauses the gift. Unreturnable houses.")).toHaveLength(2);
  });

  it("leaves an empty description to another rule", () => {
    expect(found(" ")).toEqual([]);
  });
});
