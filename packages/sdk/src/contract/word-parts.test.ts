import { expect, it } from "vitest";
import { wordParts } from "./word-parts.ts";

it.each([
  ["apiKey", ["api", "key"]],
  ["API_KEY", ["api", "key"]],
  ["APIKey", ["api", "key"]],
  ["x-api.key", ["x", "api", "key"]],
  ["max_tokens", ["max", "tokens"]],
  ["oauth2Token", ["oauth2", "token"]],
  ["città nuova", ["città", "nuova"]],
  ["__", []],
])("splits %s into %j", (name, words) => {
  expect(wordParts(name)).toEqual(words);
});

it.each(["getCardById", "get_card_by_id", "get-card-by-id", "Get card by ID", "GET-card.by/id"])(
  "splits %s like the same name in another style",
  (name) => {
    expect(wordParts(name)).toEqual(["get", "card", "by", "id"]);
  },
);

it("splits a long run of capitals in linear time", () => {
  expect(wordParts("A".repeat(100_000))).toHaveLength(1);
});
