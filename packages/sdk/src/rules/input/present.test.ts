import { describe, expect, it } from "vitest";
import { contractOf } from "../../testing/contract.ts";
import { scene } from "../../testing/remarks.ts";
import { inputPresent } from "./present.ts";

const found = (tool: object, overlay = {}) => [
  ...inputPresent.check(
    contractOf({ server: "s", tool: { name: "a", ...tool }, overlay }),
    scene(),
  ),
];

describe("input/present", () => {
  it.each([{}, { inputSchema: null }, { inputSchema: true }, { inputSchema: [] }])(
    "reports a missing input schema in %j",
    (tool) => {
      expect(found(tool).map(({ pointer }) => pointer)).toEqual(["/input"]);
    },
  );

  it("accepts an input schema from an overlay", () => {
    expect(found({}, { input: { type: "object" } })).toEqual([]);
  });

  it("leaves an invalid root to the rule about roots", () => {
    expect(found({ inputSchema: { type: "array" } })).toEqual([]);
  });
});
