import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { describe, expect, it } from "vitest";
import { checkQuestion } from "./check-question.ts";

function codeFor(question: string): string {
  try {
    checkQuestion(question, { longest: 20, hasSecret: (text) => text.includes("sesame") });
    return "passed";
  } catch (error) {
    return isRefusal(error) ? error.code : String(error);
  }
}

describe("checkQuestion", () => {
  it.each(["How warm is it?", "a", "How warm\nis it?", "Wie warm ist es? ☀️", "x".repeat(20)])(
    "accepts %j",
    (question) => {
      expect(codeFor(question)).toBe("passed");
    },
  );

  it.each([
    ["", "question-empty"],
    [" \n\t ", "question-empty"],
    ["x".repeat(21), "question-too-long"],
    ["How \u200Bwarm?", "question-has-hidden-characters"],
    ["How \u202Ewarm?", "question-has-hidden-characters"],
    ["How \u001B[2Jwarm?", "question-has-hidden-characters"],
    ["How \u0000warm?", "question-has-hidden-characters"],
    ["How \u{E0041}warm?", "question-has-hidden-characters"],
    ["How \uD800warm?", "question-has-hidden-characters"],
    ["open sesame", "question-has-secret"],
  ])("refuses %j as %s", (question, code) => {
    expect(codeFor(question)).toBe(code);
  });

  it.each([
    ["x".repeat(21), "The question has 21 characters; the maximum is 20."],
    ["How \u200Bwarm?", "The question has an invisible character: U+200B at position 5."],
    ["\u{1F600}\uD800", "The question has an invisible character: U+D800 at position 2."],
  ])("reports the fault and position in %j", (question, message) => {
    expect(() => checkQuestion(question, { longest: 20, hasSecret: () => false })).toThrow(message);
  });
});
