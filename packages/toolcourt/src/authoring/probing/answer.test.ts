import { describe, expect, it } from "vitest";
import { openingOf, soundsLikeFailure, soundsLikeValidation } from "./answer.ts";

describe("the wording of a refusal", () => {
  it.each([
    "Invalid arguments.",
    "MCP error -32602: no",
    "The argument name must be a text.",
    "Missing required property: id",
    "Expected string, received number",
  ])("sounds like validation in %j", (text) => {
    expect(soundsLikeValidation(text)).toBe(true);
  });

  it.each(["There is no such customer.", "The service is down.", "Access denied"])(
    "does not sound like validation in %j",
    (text) => {
      expect(soundsLikeValidation(text)).toBe(false);
    },
  );

  it("counts as a failure by its first words", () => {
    const texts = ["Error: no such file", "[error] no", "There were no errors."];

    expect(texts.map(soundsLikeFailure)).toEqual([true, true, false]);
  });

  it("has the same opening for the same reason", () => {
    const [one, other] = ["Invalid value for x: 3", "Invalid value for x: 'a b'"] as const;

    expect(openingOf([one])).toBe(openingOf([other]));
    expect(openingOf(["EINVAL: invalid argument"])).not.toBe(openingOf([one]));
  });
});
