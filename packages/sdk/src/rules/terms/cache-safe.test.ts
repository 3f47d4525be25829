import { describe, expect, it } from "vitest";
import { contract, contractOf } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsCacheSafe } from "./cache-safe.ts";

function declaring(terms: Readonly<Record<string, string | number | boolean>>) {
  return contractOf({
    server: "cards",
    tool: { name: "get-card", _meta: { "dev.toolcourt/contract": terms } },
  });
}

describe("terms/cache-safe", () => {
  it("does not let a tool of unknown effect be cached", () => {
    const silent = declaring({ cacheable: true, cacheTTL: 60 });

    expect(remarks(termsCacheSafe, silent).map(({ pointer }) => pointer)).toEqual([
      "/terms/cacheable",
    ]);
  });

  it("sees through a mutation that calls itself a read", () => {
    const posing = declaring({ category: "mutation", effect: "read", cacheable: true });

    expect(remarks(termsCacheSafe, posing)).toHaveLength(1);
  });

  it.each(["query", "analysis", "generation"])(
    "lets a tool of category %s be cached",
    (category) => {
      expect(remarks(termsCacheSafe, declaring({ category, cacheable: true }))).toEqual([]);
    },
  );

  it("repairs by giving up the cache", () => {
    expect(termsCacheSafe.repair?.(declaring({ cacheable: true }))).toEqual({
      terms: { cacheable: false },
    });
    expect(termsCacheSafe.repair?.(contract())).toBeUndefined();
  });
});
