import { describe, expect, it } from "vitest";
import { allows } from "./allows.ts";

const action = "Microsoft.Security/assessments/read";

function role(actions: readonly string[], notActions: readonly string[] = []) {
  return { actions, notActions };
}

describe("allows", () => {
  it.each([
    "*",
    "*/read",
    action,
    "microsoft.security/ASSESSMENTS/read",
    "Microsoft.Security/*",
    "Microsoft.Security/*/read",
    "*.Security/*s/read",
  ])("accepts an action that %s covers", (pattern) => {
    expect(allows([role([pattern])], action)).toBe(true);
  });

  it.each([
    "",
    "*/write",
    "Microsoft.Security/assessments",
    "Microsoft.Security/assessments/read/more",
    "Microsoft.Security/assessments/read*/read",
    "Security/assessments/read",
  ])("refuses an action that %j does not cover", (pattern) => {
    expect(allows([role([pattern])], action)).toBe(false);
  });

  it("subtracts the exclusions of a role from that role only", () => {
    const narrow = role(["*"], ["Microsoft.Security/*"]);

    expect(allows([narrow], action)).toBe(false);
    expect(allows([narrow, role(["*/read"])], action)).toBe(true);
  });

  it("answers at once for a pattern of many wildcards", () => {
    expect(allows([role(["*a".repeat(5000)])], "a".repeat(4000))).toBe(false);
  });
});
