import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  incomingCall,
  outerCall,
  registeredTool,
  resolvedCall,
  writingTool,
} from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import type { IncomingCall, OuterCall } from "../call.ts";
import { enforceDeclaredSteps, enforceOuterContract } from "./enforce-declared-steps.ts";

const forecast = registeredTool();

/** The reason of the refusal, or `passed`. */
function outcomeOf(within: OuterCall | undefined, registered = forecast): string {
  const resolve = enforceDeclaredSteps((call: IncomingCall) => ({ ...call, registered }));
  const permit = enforceOuterContract((call) => ({ ...call, permit: { kind: "permitted" } }));
  try {
    permit(resolve(incomingCall(within && { within })));
    return "passed";
  } catch (error) {
    return error instanceof Refusal ? JSON.stringify(error.details) : String(error);
  }
}

/** Nests outer calls to this depth. */
function around(depth: number): OuterCall {
  return depth === 1 ? outerCall : { ...outerCall, within: around(depth - 1) };
}

describe("an inner call", () => {
  it("passes like a caller's own call if the tool may make it", () => {
    expect(outcomeOf(outerCall)).toBe("passed");
    expect(outcomeOf(undefined)).toBe("passed");
  });

  it.each<[string, Partial<OuterCall>]>([
    ["not-declared", { mayCall: () => false }],
    ["too-many", { take: () => "too-many" }],
    ["over", { take: () => "over" }],
    ["itself", { contract: forecast.contract }],
    ["itself", { within: { ...outerCall, contract: forecast.contract } }],
    ["too-deep", { within: around(3) }],
  ])("is refused as %s", (because, differences) => {
    expect(outcomeOf({ ...outerCall, ...differences })).toBe(
      JSON.stringify({ tool: "get-forecast", by: "sum-up", because }),
    );
  });

  it("is refused if its effect exceeds the outer tool's contract", () => {
    const writes = { ...outerCall, contract: { ...outerCall.contract, effect: "write" } } as const;

    expect(outcomeOf(outerCall, writingTool())).toContain("stronger");
    expect(outcomeOf(writes, writingTool({ publicName: "b" }))).toBe("passed");
  });

  it("is refused if its effect exceeds the limit for this call", () => {
    const contract = { ...outerCall.contract, effect: "destroy" } as const;
    const tool = writingTool({ publicName: "b" });

    expect(outcomeOf({ ...outerCall, contract, atMost: "read" }, tool)).toContain("stronger");
    expect(outcomeOf({ ...outerCall, contract, atMost: "write" }, tool)).toBe("passed");
    expect(outcomeOf({ ...outerCall, atMost: "destroy" }, tool)).toContain("stronger");
  });

  it("is not even looked up if the outer tool does not name it", () => {
    const resolve = enforceDeclaredSteps(() => expect.unreachable());
    const within = { ...outerCall, mayCall: () => false };

    expect(() => resolve(incomingCall({ within }))).toThrow(Refusal);
  });

  it("learns nothing of the effect of a tool that its principal may not call", () => {
    const refusal = new Refusal("not-permitted", { tool: "b", missing: [] });
    const permit = enforceOuterContract(() => {
      throw refusal;
    });
    const registered = writingTool({ publicName: "b" });

    expect(() => permit(resolvedCall({ within: outerCall, registered }))).toThrow(refusal);
  });

  it("consumes no quota if the outer tool does not name it", () => {
    expect(
      outcomeOf({ ...outerCall, mayCall: () => false, take: () => expect.unreachable() }),
    ).toContain("not-declared");
  });
});
