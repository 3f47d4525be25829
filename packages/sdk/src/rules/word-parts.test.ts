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
