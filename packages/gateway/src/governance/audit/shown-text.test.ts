import type { JsonObject } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shapeOf } from "./shown-text.ts";

const input: JsonObject = {
  type: "object",
  properties: { city: {}, days: {}, exact: {}, near: {}, tags: {}, to: {} },
};

describe("shapeOf", () => {
  it("lists the contract's names, with kinds and sizes", () => {
    const given = {
      city: "Geneva",
      days: 3,
      exact: true,
      near: null,
      tags: ["a", "b"],
      to: { x: 1 },
    };

    expect(shapeOf(given, input)).toEqual({
      named: [
        "city: string(6)",
        "days: number",
        "exact: boolean",
        "near: null",
        "tags: array(2)",
        "to: object(1)",
      ],
    });
  });

  it("only counts names outside the contract", () => {
    const given = { city: "Geneva", "ada@example.com": 1, ["__proto__"]: 2 };

    expect(shapeOf(given, input)).toEqual({ named: ["city: string(6)"], unnamed: 2 });
    expect(shapeOf(given, {})).toEqual({ named: [], unnamed: 3 });
  });

  it("stays small for arguments of any size", () => {
    const names = Array.from({ length: 100 }, (_, index) => `n${index}`.padEnd(500, "x"));
    const given = Object.fromEntries(names.map((name) => [name, "y".repeat(1_000)]));

    const shape = shapeOf(given, { properties: given });

    expect(shape).toMatchObject({ unnamed: 68 });
    expect(JSON.stringify(shape).length).toBeLessThan(4_000);
  });

  it("is undefined if the arguments are not an object", () => {
    expect([shapeOf(undefined, input), shapeOf(["Geneva"], input)]).toEqual([undefined, undefined]);
  });

  it("never reveals a value", () => {
    const canary = "canary7c1f";
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(canary, `${canary}\n`, 1, null),
        fc.array(tie("value")),
        fc.dictionary(fc.constantFrom("city", canary), tie("value")),
      ),
    }));

    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("city", "to", canary), values.value), (given) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of JSON above
        const shape = shapeOf(given as JsonObject, input);

        expect(JSON.stringify(shape)).not.toContain(canary);
      }),
    );
  });
});
