import { describe, expect, it } from "vitest";
import { contract } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsIdempotent } from "./idempotent.ts";

describe("terms/idempotent", () => {
  it("does not infer idempotence from the category", () => {
    expect(remarks(termsIdempotent, { terms: { category: "query" } })).toHaveLength(1);
  });

  it("repairs a missing value with false, which only costs retries", () => {
    expect(termsIdempotent.repair?.(contract({ terms: { category: "mutation" } }))).toEqual({
      terms: { idempotent: false },
    });
  });

  it("does not repair a query", () => {
    expect(termsIdempotent.repair?.(contract({ terms: { category: "query" } }))).toBeUndefined();
  });

  it("does not repair a declared value", () => {
    expect(termsIdempotent.repair?.(contract({ terms: { idempotent: true } }))).toBeUndefined();
  });
});
