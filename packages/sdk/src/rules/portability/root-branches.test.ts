import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { portabilityRootBranches } from "./root-branches.ts";

describe("portability/root-branches", () => {
  it("reports once per tool", () => {
    const input = { type: "object", anyOf: [], allOf: [] };

    expect(remarks(portabilityRootBranches, { input }).map(({ pointer }) => pointer)).toEqual([
      "/input/anyOf",
    ]);
  });

  it("does not mistake a parameter name for a branch", () => {
    const input = { type: "object", properties: { anyOf: { type: "string" } } };

    expect(remarks(portabilityRootBranches, { input })).toEqual([]);
  });
});
