import { describe, expect, it } from "vitest";
import { contract } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsIdempotent } from "./idempotent.ts";

describe("terms/idempotent", () => {
  it("does not conclude it from the category", () => {
    expect(remarks(termsIdempotent, { terms: { category: "query" } })).toHaveLength(1);
  });

  it("repairs silence with no, which only costs retries", () => {
    expect(termsIdempotent.repair?.(contract({ terms: { category: "mutation" } }))).toEqual({
      terms: { idempotent: false },
    });
  });

  it("leaves a query to its author", () => {
    expect(termsIdempotent.repair?.(contract({ terms: { category: "query" } }))).toBeUndefined();
  });

  it("repairs nothing that was said", () => {
    expect(termsIdempotent.repair?.(contract({ terms: { idempotent: true } }))).toBeUndefined();
  });
});
