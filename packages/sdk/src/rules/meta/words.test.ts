import { describe, expect, it } from "vitest";
import { wordsOf } from "./words.ts";

describe("the words of a name", () => {
  it.each(["getCardById", "get_card_by_id", "get-card-by-id", "Get card by ID", "GET-card.by/id"])(
    "are the same in %s",
    (name) => {
      expect(wordsOf(name)).toEqual(["get", "card", "by", "id"]);
    },
  );

  it("are none where there are no letters", () => {
    expect(wordsOf("--")).toEqual([]);
  });
});
