import type { Validate } from "@toolcourt/contracts/internal/schemas/engine";
import type { JsonValue } from "@toolcourt/sdk";
import {
  permittedCall,
  planDeps,
  registeredTool,
  toolContract,
  toolPlan,
} from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { ClauseCounters, type ClauseMode, defaultClauses } from "../clause-counters.ts";
import { planOf } from "../plan.ts";
import { validateInput } from "./validate-input.ts";

const refusing: Validate = () => ({
  kind: "invalid",
  issues: Array.from({ length: 8 }, (_, index) => ({
    pointer: `/${index}`,
    message: "expected x",
  })),
});

function setUp(mode: ClauseMode, by?: Validate) {
  const counters = new ClauseCounters();
  const registered = registeredTool(by === undefined ? {} : { validateInput: by });
  const plan = toolPlan(registered, {
    clauses: { ...defaultClauses, input: mode },
    counters: counters.of(registered.publicName),
  });
  return { counters, validate: validateInput, call: permittedCall({ plan }) };
}

describe("validateInput", () => {
  it("passes on the arguments as the validator returns them", async () => {
    const filled = { city: "Geneva", days: 1 };
    const { validate, call } = setUp("enforce", () => ({ kind: "valid", value: filled }));

    expect(await validate(call)).toMatchObject({ input: filled });
  });

  it("is synchronous if the validator is", () => {
    const { validate, call } = setUp("enforce");

    expect(validate(call)).not.toBeInstanceOf(Promise);
  });

  it("waits for an asynchronous validator", async () => {
    const { validate, call } = setUp("enforce", async (value) => refusing(value));

    await expect(validate(call)).rejects.toMatchObject({ code: "input-invalid" });
  });

  it("names at most five locations, and lists the places of all", () => {
    const { validate, call } = setUp("enforce", refusing);
    const all = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => `/${index}`);

    expect(() => validate(call)).toThrow(
      expect.objectContaining({
        code: "input-invalid",
        details: {
          tool: "get-forecast",
          issues: all.slice(0, 5).map((pointer) => `${pointer}: expected x`),
          places: all.map((pointer) => ({ pointer, message: "expected x" })),
        },
      }),
    );
  });

  it("treats missing arguments as an empty object", async () => {
    const { validate, call } = setUp("enforce");
    const { arguments: _, ...without } = call;

    expect(await validate(without)).toMatchObject({ input: {} });
  });

  it.each<JsonValue>([null, [], "text", 7, true])("refuses %j in every clause mode", (given) => {
    const { validate, call } = setUp("off");

    expect(() => validate({ ...call, arguments: given })).toThrow(
      expect.objectContaining({ code: "input-invalid" }),
    );
  });

  it("passes a breach in observe mode, and counts it", async () => {
    const { validate, call, counters } = setUp("observe", refusing);

    expect(await validate(call)).toMatchObject({ input: call.arguments });
    expect(counters.counts()).toEqual([
      { tool: "get-forecast", clause: "input", checked: 1, broken: 1 },
    ]);
  });

  it("checks nothing when off", async () => {
    const { validate, call, counters } = setUp("off", refusing);

    expect(await validate(call)).toMatchObject({ input: call.arguments });
    expect(counters.counts()).toEqual([]);
  });

  it("T07: counts a writing tool annotated as read-only, in observe mode", () => {
    const counters = new ClauseCounters();
    const tool = registeredTool({ contract: toolContract({ effect: "write" }) });
    const observed = (annotations: ClauseMode) =>
      permittedCall({
        plan: planOf(tool, {
          ...planDeps,
          counters,
          clausesOf: () => ({ ...defaultClauses, annotations }),
        }),
      });

    expect(validateInput(observed("off"))).toMatchObject({ input: { city: "Geneva" } });
    expect(validateInput(observed("observe"))).toMatchObject({ input: { city: "Geneva" } });
    expect(counters.counts()).toContainEqual({
      tool: "get-forecast",
      clause: "annotations",
      checked: 1,
      broken: 1,
    });
  });
});
