import { registeredTool, resolvedCall, toolContract } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { type Access, accessByContract, createPermit, Permits } from "./permit.ts";

const vaulted = registeredTool({
  contract: toolContract({ terms: { permissions: ["vault:open", "vault:read"] } }),
});

function permitting(access: Access, listing: "permitted" | "all" = "permitted") {
  return createPermit(new Permits(() => access, listing));
}

describe("permit", () => {
  it("adds its proof to the call", () => {
    const call = resolvedCall();

    expect(permitting({ kind: "permitted" })(call)).toEqual({
      ...call,
      permit: { kind: "permitted" },
    });
  });

  it("does not look at the arguments", () => {
    const call = Object.defineProperty(resolvedCall(), "arguments", {
      get: () => expect.unreachable(),
    });
    const forbidden = { kind: "forbidden", missing: [] } as const;

    expect(() => permitting(forbidden)(call)).toThrow(
      expect.objectContaining({ code: "not-permitted" }),
    );
  });

  it.each([
    ["permitted", { isHidden: true }],
    ["all", {}],
  ] as const)("refuses with the reason; hidden if the list shows %s", (listing, hidden) => {
    const why = { missing: [], statement: "no-one", policy: "sha256:1" };
    const permit = permitting({ kind: "forbidden", ...why }, listing);

    expect(() => permit(resolvedCall())).toThrow(
      expect.objectContaining({
        code: "not-permitted",
        details: { tool: "get-forecast", ...why, ...hidden },
      }),
    );
  });

  it("says so if no policy is usable, since that is the same for all tools", () => {
    expect(() => permitting({ kind: "unavailable" })(resolvedCall())).toThrow(
      expect.objectContaining({
        code: "policy-denied",
        details: { tool: "get-forecast", because: "unavailable" },
      }),
    );
  });
});

describe("accessByContract", () => {
  it.each([
    ["all permissions", "all", { kind: "permitted" }],
    ["the permissions", ["vault:read", "vault:open"], { kind: "permitted" }],
    ["one of them", ["vault:read"], { kind: "forbidden", missing: ["vault:open"] }],
    ["none", [], { kind: "forbidden", missing: ["vault:open", "vault:read"] }],
  ] as const)("decides for a principal with %s", (_, permissions, expected) => {
    expect(accessByContract({ id: "ada", permissions }, vaulted)).toEqual(expected);
  });
});
