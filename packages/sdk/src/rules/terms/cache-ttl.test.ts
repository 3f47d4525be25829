import { describe, expect, it } from "vitest";
import { contract } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsCacheTtl } from "./cache-ttl.ts";

describe("terms/cache-ttl", () => {
  it("accepts part of a second", () => {
    expect(remarks(termsCacheTtl, { terms: { cacheable: true, cacheTTL: 0.5 } })).toEqual([]);
  });

  it("refuses a lifetime that lies in the past", () => {
    expect(remarks(termsCacheTtl, { terms: { cacheable: true, cacheTTL: -1 } })).toHaveLength(1);
  });

  it("says nothing about a lifetime that is never used", () => {
    expect(remarks(termsCacheTtl, { terms: { cacheable: false, cacheTTL: 0 } })).toEqual([]);
  });

  it("repairs by giving up the cache, since no machine knows the right lifetime", () => {
    expect(termsCacheTtl.repair?.(contract({ terms: { cacheable: true } }))).toEqual({
      terms: { cacheable: false },
    });
  });

  it("has nothing to repair when the lifetime is there", () => {
    expect(termsCacheTtl.repair?.(contract())).toBeUndefined();
  });
});
