import type { Terms, ToolContract } from "@toolcourt/sdk";
import { toolContract } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { isRepeatable, keptForMs } from "./category-defaults.ts";

function reading(terms: Terms): ToolContract {
  return toolContract({ effect: "read", terms });
}

describe("the category of a tool (S3-24)", () => {
  it.each<[Terms, boolean]>([
    [{ category: "query" }, true],
    [{ category: "query", idempotent: false }, false],
    [{ category: "analysis" }, false],
    [{ category: "analysis", idempotent: true }, true],
    [{ category: "generation", idempotent: true }, false],
    [{ idempotent: true }, true],
    [{}, false],
  ])("decides with %j whether a call may be retried: %s", (terms, expected) => {
    expect(isRepeatable(reading(terms))).toBe(expected);
  });

  it.each<[Terms, number]>([
    [{ category: "query" }, 0],
    [{ category: "query", cacheable: true }, 60_000],
    [{ category: "analysis", cacheable: true }, 300_000],
    [{ category: "generation", cacheable: true }, 0],
    [{ category: "query", cacheable: true, cacheTTL: 7 }, 7_000],
    [{ category: "generation", cacheable: true, cacheTTL: 7 }, 7_000],
    [{ category: "query", cacheable: false, cacheTTL: 7 }, 0],
    [{ cacheable: true }, 0],
    [{ category: "query", cacheable: true, steps: ["get-card"] }, 0],
    [{ category: "query", cacheable: true, cacheTTL: 7, steps: ["get-card"] }, 7_000],
  ])("decides with %j that an answer is cached for %d ms", (terms, expected) => {
    expect(keptForMs(reading(terms))).toBe(expected);
  });

  it.each(["write", "destroy"] as const)("allows neither for a %s", (effect) => {
    const terms: Terms = { category: "query", idempotent: true, cacheable: true, cacheTTL: 60 };

    expect(isRepeatable(toolContract({ effect, terms }))).toBe(false);
    expect(keptForMs(toolContract({ effect, terms }))).toBe(0);
  });
});
