import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsEffectAgrees } from "./effect-agrees.ts";

describe("terms/effect-agrees", () => {
  it.each([{}, { category: "mutation" }, { effect: "read" }] as const)(
    "has nothing to compare in %j",
    (terms) => {
      expect(remarks(termsEffectAgrees, { terms })).toEqual([]);
    },
  );

  it("reports the effect, the term that the gateway acts on", () => {
    const found = remarks(termsEffectAgrees, { terms: { category: "query", effect: "destroy" } });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/terms/effect"]);
  });
});
