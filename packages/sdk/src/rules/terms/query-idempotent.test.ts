import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsQueryIdempotent } from "./query-idempotent.ts";

describe("terms/query-idempotent", () => {
  it("leaves a missing value to another rule", () => {
    expect(remarks(termsQueryIdempotent, { terms: { category: "query" } })).toEqual([]);
  });

  it.each(["analysis", "generation", "mutation"] as const)(
    "allows non-idempotent %s",
    (category) => {
      const terms = { category, idempotent: false };

      expect(remarks(termsQueryIdempotent, { terms })).toEqual([]);
    },
  );
});
