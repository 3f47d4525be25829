import { describe, expect, it } from "vitest";
import { contractOf } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsEffect } from "./effect.ts";

const tool = { name: "get-card" };

describe("terms/effect", () => {
  it("accepts an effect from the operator's overlay", () => {
    const overlaid = contractOf({ server: "cards", tool, overlay: { terms: { effect: "read" } } });

    expect(remarks(termsEffect, overlaid)).toEqual([]);
  });

  it("never refuses an ordinary tool with no declared effect", () => {
    expect(remarks(termsEffect, contractOf({ server: "cards", tool }))).toHaveLength(1);
    expect(termsEffect.severity.core).toBe("warning");
  });

  it("offers no repair, because a guessed effect is the problem the rule reports", () => {
    expect(termsEffect.repair).toBeUndefined();
  });
});
