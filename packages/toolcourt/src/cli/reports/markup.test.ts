import { describe, expect, it } from "vitest";
import { escapeMarkup, foreign } from "./markup.ts";

describe("markup", () => {
  it("escapes all characters that end a tag, an attribute or an entity", () => {
    expect(escapeMarkup(`</script><b a="x">&lt;`)).toBe(
      "&lt;/script&gt;&lt;b a=&quot;x&quot;&gt;&amp;lt;",
    );
  });

  it("makes reordering, invisible and control characters visible", () => {
    expect(foreign("a\u202eb\u0007\u200b\u0000")).toBe("a\\u{202e}b\\u{7}\\u{200b}\\u{0}");
  });
});
