import { isDeepStrictEqual } from "node:util";
import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import { registeredTool, toolContract } from "@toolcourt/testing/calls";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CheckedPlan, readPlan } from "./read-plan.ts";

const forecast = registeredTool({
  validateInput: (value) =>
    JSON.stringify(value) === '{"city":"Geneva"}'
      ? { kind: "valid", value }
      : { kind: "invalid", issues: [{ pointer: "/city", message: "expected a city" }] },
});
const host = { type: "string", "x-host-injected": true };
const hosted = registeredTool({
  publicName: "hosted",
  contract: toolContract({
    input: {
      type: "object",
      properties: {
        city: { type: "string" },
        correlation_id: host,
        login: { type: "object", properties: { password: host } },
      },
    },
  }),
  validateInput: () => expect.unreachable(),
});
const byName = new Map([forecast, hosted].map((tool) => [tool.publicName, tool]));

/** Returns the plan, or the code of the refusal. */
async function read(said: unknown): Promise<CheckedPlan | string> {
  try {
    return await readPlan(said, byName);
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
}

function plan(differences: JsonObject = {}): JsonObject {
  return { type: "call_tool", tool: "get-forecast", arguments: { city: "Geneva" }, ...differences };
}

function asking(differences: JsonObject = {}): JsonObject {
  return { type: "needs_more_info", missing: ["city"], question: "Which city?", ...differences };
}

/** Returns a parsed plan in the form a planner writes. */
function asWritten(result: CheckedPlan | string): unknown {
  if (typeof result === "string" || result.type === "needs_more_info") return result;
  expect([forecast, hosted]).toContain(result.tool);
  return { ...result, tool: result.tool.publicName };
}

describe("readPlan", () => {
  it("returns the offered tool and valid arguments", async () => {
    expect(await read(plan())).toEqual({
      type: "call_tool",
      tool: forecast,
      arguments: { city: "Geneva" },
    });
    expect(await read(JSON.stringify(asking()))).toEqual(asking());
  });

  it.each([
    [{}, "plan-malformed"],
    [plan({ type: "call_tools" }), "plan-malformed"],
    [plan({ tool: 7 }), "plan-malformed"],
    [plan({ tool: "" }), "plan-malformed"],
    [plan({ arguments: [] }), "plan-malformed"],
    [plan({ arguments: null }), "plan-malformed"],
    [plan({ arguments: '{"city":"Geneva"}' }), "plan-malformed"],
    [plan({ next: plan() }), "plan-malformed"],
    [plan({ approval: "given" }), "plan-malformed"],
    [{ ...asking(), ...plan() }, "plan-malformed"],
    [asking({ missing: [7] }), "plan-malformed"],
    [asking({ question: "" }), "plan-malformed"],
    [asking({ question: "x".repeat(1_001) }), "plan-malformed"],
    [asking({ question: "Which \u202Ecity?" }), "plan-malformed"],
    [asking({ missing: Array.from({ length: 51 }, () => "a") }), "plan-malformed"],
    [plan({ tool: "delete-everything" }), "plan-tool-unknown"],
    [plan({ tool: "constructor" }), "plan-tool-unknown"],
    [plan({ tool: " get-forecast" }), "plan-tool-unknown"],
    [plan({ tool: "GET-FORECAST" }), "plan-tool-unknown"],
    [plan({ arguments: {} }), "plan-input-invalid"],
    [plan({ arguments: { city: "Bern" } }), "plan-input-invalid"],
    [plan({ tool: "hosted", arguments: { correlation_id: "x" } }), "plan-fills-host-field"],
    [plan({ tool: "hosted", arguments: { correlation_id: null } }), "plan-fills-host-field"],
    [plan({ tool: "hosted", arguments: { login: { password: "" } } }), "plan-fills-host-field"],
  ])("refuses %j as %s", async (said, code) => {
    expect(await read(said)).toBe(code);
  });

  it("leaves validation of host-injected arguments to the pipeline", async () => {
    expect(await read(plan({ tool: "hosted" }))).toMatchObject({ arguments: { city: "Geneva" } });
  });

  it("reports the schema violations", async () => {
    await expect(readPlan(plan({ arguments: {} }), byName)).rejects.toMatchObject({
      details: { issues: ["/city: expected a city"] },
    });
  });

  it("accepts only plans for an offered tool with valid arguments", async () => {
    const near = fc.record(
      {
        type: fc.oneof(fc.constantFrom("call_tool", "needs_more_info"), fc.string()),
        tool: fc.oneof(fc.constantFrom("get-forecast", "hosted"), fc.string()),
        arguments: fc.oneof(fc.constant({ city: "Geneva" }), fc.jsonValue()),
        missing: fc.jsonValue(),
        question: fc.jsonValue(),
        extra: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(near, fc.jsonValue(), fc.string()), async (said) => {
        const result = await read(said);
        const isRefused = typeof result === "string" && result.startsWith("plan-");
        expect(isRefused || isDeepStrictEqual(asWritten(result), said)).toBe(true);
      }),
    );
  });
});
