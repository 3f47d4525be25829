import { describe, expect, it } from "vitest";
import { isOperator, tenantOf } from "./operator.ts";

const operator = { id: "operator:grace", permissions: "all", kind: "local" } as const;

describe("the operator", () => {
  it("is a local user with such an id, and sees all tenants", () => {
    expect(isOperator(operator)).toBe(true);
    expect(tenantOf(operator)).toEqual({});
  });

  it.each([
    ["a user whose issuer gives such an id", { ...operator, kind: "user" } as const],
    ["a program with such an id", { ...operator, kind: "system" } as const],
    ["the caller without an identity", { ...operator, id: "local" }],
    ["a key", { id: "key:operator:grace", permissions: [], kind: "user" } as const],
  ])("is not %s", (_, principal) => {
    expect(isOperator(principal)).toBe(false);
    expect(tenantOf(principal)).toEqual({ tenant: null });
  });
});
