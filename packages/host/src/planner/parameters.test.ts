import { describe, expect, it } from "vitest";
import { admits, limitsOf, parametersOf } from "./parameters.ts";

describe("parametersOf", () => {
  it("derives the kind from the schema", () => {
    const input = {
      properties: {
        a: { type: ["null", "string"] },
        b: { anyOf: [{ type: "null" }, { type: "integer" }] },
        c: { type: "string", enum: ["x"] },
        d: { type: "array", items: { type: "number" } },
        e: { type: "object" },
        f: {},
      },
    };
    expect(parametersOf(input).map(({ kind }) => kind)).toEqual([
      "text",
      "integer",
      "choice",
      "list",
      "other",
      "other",
    ]);
  });

  it("collects cues from the name, and hints unique to the description", () => {
    const [height] = parametersOf({
      properties: {
        wall_height: { type: "number", description: "The altitude of the wall (in feet)." },
        width: { type: "number", description: "The breadth of the wall." },
      },
    });
    expect([...(height?.cues ?? [])]).toEqual(["wall", "height", "wall_height"]);
    expect([...(height?.hints ?? [])]).toEqual(["altitud"]);
  });

  it("omits host-injected parameters", () => {
    const properties = { trace: { type: "string", "x-host-injected": true } };
    expect(parametersOf({ properties, required: ["trace"] })).toEqual([]);
  });

  it.each([{}, { properties: [] }, { properties: { a: true } }, { properties: { a: 1 } }])(
    "returns none for %j",
    (input) => {
      expect(parametersOf(input)).toEqual([]);
    },
  );

  it("recognizes dates by format, pattern or name", () => {
    const forms = parametersOf({
      properties: {
        a: { type: "string", format: "date" },
        b: { type: "string", description: "Written dd.mm.yyyy" },
        start_date: { type: "string" },
        c: { type: "string" },
      },
    }).map(({ dayForm }) => dayForm);
    expect(forms).toEqual(["YYYY-MM-DD", "DD.MM.YYYY", "YYYY-MM-DD", undefined]);
  });
});

describe("limitsOf", () => {
  it.each([
    [{ minimum: 1, maximum: 5 }, 5],
    [{ exclusiveMinimum: 0 }, 0.1],
    [{ maxLength: 3 }, "äöü"],
    [{ minItems: 2 }, ["a", "b"]],
    [{ minimum: 100, minItems: 3 }, "any text"],
    [{ maximum: "5" }, 9],
  ])("%j accepts %j", (schema, value) => {
    expect(admits(limitsOf(schema), value)).toBe(true);
  });

  it.each([
    [{ minimum: 1 }, 0],
    [{ maximum: 5 }, 6],
    [{ exclusiveMaximum: 5 }, 5],
    [{ minLength: 4 }, "abc"],
    [{ maxItems: 1 }, [1, 2]],
  ])("%j rejects %j", (schema, value) => {
    expect(admits(limitsOf(schema), value)).toBe(false);
  });
});
