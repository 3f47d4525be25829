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
  it("does not allow caching for a tool of unknown effect", () => {
    const silent = declaring({ cacheable: true, cacheTTL: 60 });

    expect(remarks(termsCacheSafe, silent).map(({ pointer }) => pointer)).toEqual([
      "/terms/cacheable",
    ]);
  });

  it("reports a mutation declared as a read", () => {
    const posing = declaring({ category: "mutation", effect: "read", cacheable: true });

    expect(remarks(termsCacheSafe, posing)).toHaveLength(1);
  });

  it.each(["query", "analysis", "generation"])(
    "allows caching for a tool of category %s",
    (category) => {
      expect(remarks(termsCacheSafe, declaring({ category, cacheable: true }))).toEqual([]);
    },
  );

  it("repairs by turning the cache off", () => {
    expect(termsCacheSafe.repair?.(declaring({ cacheable: true }))).toEqual({
      terms: { cacheable: false },
    });
    expect(termsCacheSafe.repair?.(contract())).toBeUndefined();
  });
});
