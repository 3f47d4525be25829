import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { outputRequiredListed } from "./required-listed.ts";

const output = { type: "object", properties: { a: {} }, required: ["a", "b"] };

describe("output/required-listed", () => {
  it("reports the required list", () => {
    expect(remarks(outputRequiredListed, { output }).map(({ pointer }) => pointer)).toEqual([
      "/output/required",
    ]);
  });
});
