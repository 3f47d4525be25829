import { describe, expect, it } from "vitest";
import { sentenceOf } from "./sentence.ts";

describe("sentenceOf", () => {
  it.each([
    ["it did not answer", "It did not answer."],
    ["The server closed the connection.", "The server closed the connection."],
    ["", ""],
  ])("makes a sentence of %j", (reason, sentence) => {
    expect(sentenceOf(reason)).toBe(sentence);
  });
});
