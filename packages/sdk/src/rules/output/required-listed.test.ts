import { describe, expect, it } from "vitest";
import { contract } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { outputRequiredListed } from "./required-listed.ts";

const output = { type: "object", properties: { a: {} }, required: ["a", "b"] };

describe("output/required-listed", () => {
  it("points at the list", () => {
    expect(remarks(outputRequiredListed, { output }).map(({ pointer }) => pointer)).toEqual([
      "/output/required",
    ]);
  });

  it("repairs by taking the unknown names off the list", () => {
    expect(outputRequiredListed.repair?.(contract({ output }))).toEqual({
      output: { ...output, required: ["a"] },
    });
    expect(outputRequiredListed.repair?.(contract())).toBeUndefined();
  });
});
