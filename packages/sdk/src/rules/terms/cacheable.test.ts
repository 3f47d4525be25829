import { describe, expect, it } from "vitest";
import { contract } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsCacheable } from "./cacheable.ts";

describe("terms/cacheable", () => {
  it("does not take a lifetime for a yes", () => {
    expect(remarks(termsCacheable, { terms: { cacheTTL: 60 } })).toHaveLength(1);
  });

  it("repairs silence with no, the answer that cannot do harm", () => {
    expect(termsCacheable.repair?.(contract({ terms: {} }))).toEqual({
      terms: { cacheable: false },
    });
  });

  it("repairs nothing that was said", () => {
    expect(termsCacheable.repair?.(contract({ terms: { cacheable: true } }))).toBeUndefined();
  });
});
