import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { portabilityRootBranches } from "./root-branches.ts";

describe("portability/root-branches", () => {
  it("says it once a tool", () => {
    const input = { type: "object", anyOf: [], allOf: [] };

    expect(remarks(portabilityRootBranches, { input }).map(({ pointer }) => pointer)).toEqual([
      "/input/anyOf",
    ]);
  });

  it("does not take a parameter of that name for a branch", () => {
    const input = { type: "object", properties: { anyOf: { type: "string" } } };

    expect(remarks(portabilityRootBranches, { input })).toEqual([]);
  });
});
