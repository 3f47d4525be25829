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

  it("points at the effect, the term that decides what the gateway does", () => {
    const found = remarks(termsEffectAgrees, { terms: { category: "query", effect: "destroy" } });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/terms/effect"]);
  });
});
