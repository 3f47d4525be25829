import { describe, expect, it } from "vitest";
import { contractOf } from "../../testing/contract.ts";
import { scene } from "../../testing/remarks.ts";
import { outputPresent } from "./present.ts";

const found = (tool: object, overlay = {}) => [
  ...outputPresent.check(
    contractOf({ server: "s", tool: { name: "a", ...tool }, overlay }),
    scene(),
  ),
];

describe("output/present", () => {
  it.each([{}, { outputSchema: true }, { outputSchema: null }, { outputSchema: [] }])(
    "reports a missing output schema in %j",
    (tool) => {
      expect(found(tool).map(({ pointer }) => pointer)).toEqual(["/output"]);
    },
  );

  it("accepts an output schema supplied by an overlay", () => {
    expect(found({}, { output: { type: "object" } })).toEqual([]);
  });
});
