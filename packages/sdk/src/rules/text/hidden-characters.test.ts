import { describe, expect, it } from "vitest";
import { hiddenCharacter } from "./hidden-characters.ts";

describe("hiddenCharacter", () => {
  it("gives the first one that has no honest use", () => {
    expect(hiddenCharacter("می\u200cخواهم a\u00adb\u200bc")).toEqual({
      code: "U+00AD",
      kind: "soft hyphen",
    });
  });

  it("writes characters beyond the first plane in full", () => {
    expect(hiddenCharacter("a\u{e0061}")?.code).toBe("U+E0061");
  });

  it("finds nothing in text without any", () => {
    expect(hiddenCharacter("Adds two numbers.")).toBeUndefined();
  });
});
