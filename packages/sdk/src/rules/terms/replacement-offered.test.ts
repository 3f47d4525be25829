import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsReplacementOffered } from "./replacement-offered.ts";

describe("terms/replacement-offered", () => {
  it("looks up the replacement, not the tool itself", () => {
    const deprecated = { since: "1.0.0", replacement: "lost", removalDate: "2027-06-30" };
    const scene = { namesakes: (name: string) => (name === "lost" ? 0 : 1) };

    const found = remarks(termsReplacementOffered, { terms: { deprecated }, scene });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/terms/deprecated/replacement"]);
  });

  it("reports nothing for tools that are not deprecated", () => {
    const scene = { namesakes: () => 0 };

    expect(remarks(termsReplacementOffered, { terms: {}, scene })).toEqual([]);
  });
});
