import { describe, expect, it } from "vitest";
import { isShortFor, partsOf, tokensOf, topicsOf, writtenAs } from "./words.ts";

describe("words", () => {
  it.each(["getUserByID", "get_user_by_id", "get-user.byId"])(
    "split %s into the same parts",
    (name) => {
      expect(partsOf(name)).toEqual(["get", "user", "by", "id"]);
    },
  );

  it("carry a topic or are dropped", () => {
    expect(topicsOf("What are the prices of these houses?")).toEqual(["price", "hous"]);
  });

  it("keep compound tokens together", () => {
    const texts = tokensOf("It's -4.5 (x=-2) for U.S. well-known C# at 1,000,5");
    const written = texts.map(({ text }) => text).join(" ");
    expect(written).toBe("It's -4.5 ( x = -2 ) for U.S . well-known C# at 1 , 000 , 5");
  });

  it("do not read a dash as a sign", () => {
    expect(tokensOf("3-4").map(({ text }) => text)).toEqual(["3", "-", "4"]);
  });

  it("are written back as in the text", () => {
    const tokens = tokensOf("from  Smith v. Jones, 2");
    expect(writtenAs(tokens, 1, 4)).toBe("Smith v. Jones");
  });

  it("have abbreviations of at least four letters", () => {
    expect([isShortFor("temp", "temperatur"), isShortFor("car", "card")]).toEqual([true, false]);
  });
});
