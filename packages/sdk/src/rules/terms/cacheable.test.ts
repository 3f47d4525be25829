import { describe, expect, it } from "vitest";
import { contract } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsCacheable } from "./cacheable.ts";

describe("terms/cacheable", () => {
  it("does not infer cacheable from a lifetime", () => {
    expect(remarks(termsCacheable, { terms: { cacheTTL: 60 } })).toHaveLength(1);
  });

  it("repairs a missing value with false, the safe answer", () => {
    expect(termsCacheable.repair?.(contract({ terms: {} }))).toEqual({
      terms: { cacheable: false },
    });
  });

  it("does not repair a declared value", () => {
    expect(termsCacheable.repair?.(contract({ terms: { cacheable: true } }))).toBeUndefined();
  });
});
