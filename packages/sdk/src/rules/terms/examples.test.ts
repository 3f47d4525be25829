import { describe, expect, it } from "vitest";
import { contractOf } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsExamples } from "./examples.ts";

describe("terms/examples", () => {
  it("does not count an example without a result", () => {
    const examples = [{ description: "Get card by ID", params: { cardId: "card_123" } }];
    const tool = { name: "get-card", _meta: { "dev.toolcourt/contract": { examples } } };

    const found = remarks(termsExamples, contractOf({ server: "cards", tool }));

    expect(found.map(({ pointer }) => pointer)).toEqual(["/terms/examples"]);
  });

  it("reports the example without a description", () => {
    const examples = [
      { description: "One card", params: {}, expectedResult: {} },
      { description: "", params: {}, expectedResult: {} },
    ];

    const found = remarks(termsExamples, { terms: { examples } });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/terms/examples/1/description"]);
  });
});
