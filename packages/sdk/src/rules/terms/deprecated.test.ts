import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsDeprecated } from "./deprecated.ts";

describe("terms/deprecated", () => {
  it("points at each part that says nothing", () => {
    const found = remarks(termsDeprecated, {
      terms: { deprecated: { since: "old", replacement: " ", removalDate: "2027-02-30" } },
    });

    expect(found.map(({ pointer }) => pointer)).toEqual([
      "/terms/deprecated/since",
      "/terms/deprecated/replacement",
      "/terms/deprecated/removalDate",
    ]);
  });

  it("leaves it to other rules when the date is", () => {
    const deprecated = {
      since: "1.0.0",
      replacement: "other",
      removalDate: "1999-12-31T00:00:00Z",
    };

    expect(remarks(termsDeprecated, { terms: { deprecated } })).toEqual([]);
  });
});
