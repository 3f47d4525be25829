import { describe, expect, it } from "vitest";
import { contract } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsCacheTtl } from "./cache-ttl.ts";

describe("terms/cache-ttl", () => {
  it("accepts a fraction of a second", () => {
    expect(remarks(termsCacheTtl, { terms: { cacheable: true, cacheTTL: 0.5 } })).toEqual([]);
  });

  it("reports a negative lifetime", () => {
    expect(remarks(termsCacheTtl, { terms: { cacheable: true, cacheTTL: -1 } })).toHaveLength(1);
  });

  it("ignores a lifetime that is never used", () => {
    expect(remarks(termsCacheTtl, { terms: { cacheable: false, cacheTTL: 0 } })).toEqual([]);
  });

  it("repairs by turning the cache off, because the right lifetime cannot be derived", () => {
    expect(termsCacheTtl.repair?.(contract({ terms: { cacheable: true } }))).toEqual({
      terms: { cacheable: false },
    });
  });

  it("has nothing to repair when the lifetime is declared", () => {
    expect(termsCacheTtl.repair?.(contract())).toBeUndefined();
  });
});
