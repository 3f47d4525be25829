import { describe, expect, it } from "vitest";
import { createHideSecrets } from "./secrets.ts";

describe("hideSecrets", () => {
  it("leaves nothing of a secret that contains another", () => {
    const hide = createHideSecrets(["abc", "abcdef"]);

    expect(hide("abcdef abc")).toBe("*** ***");
  });

  it("takes secrets by the letter, not as patterns", () => {
    const hide = createHideSecrets(["a.c", "$&"]);

    expect(hide("abc a.c $&")).toBe("abc *** ***");
  });

  it("is not led astray by an empty secret", () => {
    expect(createHideSecrets([""])("abc")).toBe("abc");
  });
});
