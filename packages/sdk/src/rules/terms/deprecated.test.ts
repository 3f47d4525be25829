import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsDeprecated } from "./deprecated.ts";

describe("terms/deprecated", () => {
  it("reports each invalid part", () => {
    const found = remarks(termsDeprecated, {
      terms: { deprecated: { since: "old", replacement: " ", removalDate: "2027-02-30" } },
    });

    expect(found.map(({ pointer }) => pointer)).toEqual([
      "/terms/deprecated/since",
      "/terms/deprecated/replacement",
      "/terms/deprecated/removalDate",
    ]);
  });

  it("leaves a removal date in the past to other rules", () => {
    const deprecated = {
      since: "1.0.0",
      replacement: "other",
      removalDate: "1999-12-31T00:00:00Z",
    };

    expect(remarks(termsDeprecated, { terms: { deprecated } })).toEqual([]);
  });
});
