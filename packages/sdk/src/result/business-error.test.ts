import { describe, expect, it } from "vitest";
import { BusinessError } from "./business-error.ts";

describe("a business error", () => {
  it("carries code, message and whether to retry", () => {
    const error = new BusinessError("card-locked", "This card is locked.", { retryable: true });

    expect(error).toMatchObject({
      name: "BusinessError",
      code: "card-locked",
      message: "This card is locked.",
      retryable: true,
    });
    expect(new BusinessError("card-locked", "Locked.").retryable).toBe(false);
  });

  it.each([
    ["Card Locked", "Locked."],
    ["", "Locked."],
    ["tool-failed", "Locked."],
    ["a".repeat(65), "Locked."],
    ["card-locked", ""],
    ["card-locked", "a\nb"],
    ["card-locked", "hidden\u200btext"],
    ["card-locked", "\ud800"],
    ["card-locked", "x".repeat(501)],
  ])("refuses the code %j with the message %j", (code, message) => {
    expect(() => new BusinessError(code, message)).toThrow(TypeError);
  });
});
