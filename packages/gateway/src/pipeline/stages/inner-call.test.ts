import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  incomingCall,
  outerCall,
  permittedCall,
  registeredTool,
  writingTool,
} from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import type { OuterCall } from "../call.ts";
import { assertDeclaredStep, assertWithinOuter } from "./inner-call.ts";

const forecast = registeredTool();

/** The reason of the refusal, or `passed`. */
function outcomeOf(within: OuterCall | undefined, registered = forecast): string {
  const inner = within && { within };
  try {
    assertDeclaredStep(incomingCall(inner));
    assertWithinOuter(permittedCall({ ...inner, registered }));
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

  it("consumes no quota if the outer tool does not name it", () => {
    expect(
      outcomeOf({ ...outerCall, mayCall: () => false, take: () => expect.unreachable() }),
    ).toContain("not-declared");
  });
});
