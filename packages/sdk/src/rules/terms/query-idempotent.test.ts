import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsQueryIdempotent } from "./query-idempotent.ts";

describe("terms/query-idempotent", () => {
  it("leaves it to another rule that nothing was said", () => {
    expect(remarks(termsQueryIdempotent, { terms: { category: "query" } })).toEqual([]);
  });

  it.each(["analysis", "generation", "mutation"] as const)("lets %s vary", (category) => {
    const terms = { category, idempotent: false };

    expect(remarks(termsQueryIdempotent, { terms })).toEqual([]);
  });
});
