import {
  judgedCall,
  noAbort,
  registeredTool,
  toolContract,
  validatedCall,
} from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { createApprove, createAuthorize } from "./authorize.ts";

const settings = { maxInstances: 1, timeoutMs: 1_000 };

const authorize = createAuthorize();

function callBy(permissions: readonly string[] | "all", needed?: readonly string[]) {
  const terms = needed === undefined ? {} : { permissions: needed };
  return validatedCall({
    principal: { id: "ada", permissions },
    registered: registeredTool({ contract: toolContract({ terms }) }),
  });
}

describe("authorize", () => {
  it.each([
    { permissions: "all", needed: ["a:read"], statement: "principal: all permissions" },
    { permissions: ["a:read", "b:read"], needed: ["a:read"], statement: "principal: a:read" },
    { permissions: [], needed: [], statement: "contract: no permission needed" },
    { permissions: [], needed: undefined, statement: "contract: no permission needed" },
  ] as const)("grants $needed to $permissions and gives the reason", (given) => {
    const { grant } = authorize(callBy(given.permissions, given.needed));

    expect(grant).toEqual({ statement: given.statement });
  });

  it("refuses with the missing permissions", () => {
    expect(() => authorize(callBy(["a:read"], ["a:read", "b:write"]))).toThrow(
      expect.objectContaining({
        code: "not-permitted",
        details: { tool: "get-forecast", missing: ["b:write"] },
      }),
    );
  });

  it("supports no wildcards", () => {
    expect(() => authorize(callBy(["a:*", "*", "all"], ["a:read"]))).toThrow(
      expect.objectContaining({ code: "not-permitted" }),
    );
  });
});

describe("approve", () => {
  it("passes a call that needs no approval", () => {
    const registered = registeredTool({ settings: { ...settings, approval: "none" } });

    expect(createApprove()(judgedCall({ registered }), noAbort)).toMatchObject({
      approval: { kind: "not-needed" },
    });
  });

  it.each(["caller", "operator"] as const)(
    "refuses a call that needs approval by the %s",
    (approval) => {
      const registered = registeredTool({ settings: { ...settings, approval } });

      expect(() => createApprove()(judgedCall({ registered }), noAbort)).toThrow(
        expect.objectContaining({
          code: "approval-required",
          details: { tool: "get-forecast", from: approval },
          next: "toolcourt explain get-forecast",
        }),
      );
    },
  );

  it("says that the effects are not declared, if only that requires approval", () => {
    const undeclared = { ...settings, approval: "caller", isUndeclared: true } as const;
    const registered = registeredTool({ settings: undeclared });

    expect(() => createApprove()(judgedCall({ registered }), noAbort)).toThrow(
      expect.objectContaining({
        message:
          "get-forecast runs only after approval by the caller: its effects are not declared.",
        next: "toolcourt explain get-forecast",
      }),
    );
  });
});
