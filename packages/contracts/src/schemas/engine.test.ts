import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import { contract } from "@toolcourt/sdk/testing";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import type { Verdict } from "./checker.ts";
import { createSchemaEngine, isLight, type SchemaEngine } from "./engine.ts";

/** Recursive, so it runs in the worker. */
const tree: JsonSchema = {
  type: "object",
  properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#" } } },
  required: ["name"],
};

/** Two branches at every level: the work doubles with each. */
const doubling: JsonSchema = {
  anyOf: [
    { properties: { a: { $ref: "#" } }, required: ["x"] },
    { properties: { a: { $ref: "#" } }, required: ["y"] },
  ],
};

let engine: SchemaEngine;

// The worker needs time to load the compilers; no test should wait for it.
beforeAll(async () => {
  engine = createSchemaEngine({ clock: systemClock });
  await engine.compile(tree, "output");
});
afterAll(() => engine[Symbol.asyncDispose]());

async function judge(
  schema: JsonSchema,
  value: JsonValue,
  by: SchemaEngine = engine,
): Promise<Verdict> {
  const compilation = await by.compile(schema, "output");
  if (compilation.kind === "refused") throw new Error(JSON.stringify(compilation.refusals));
  return compilation.validate(value);
}

function chain(levels: number): JsonValue {
  let value: JsonValue = {};
  for (let i = 0; i < levels; i += 1) value = { a: value };
  return value;
}

describe("createSchemaEngine", () => {
  it("answers synchronously for the SDK's result envelope", async () => {
    const { output = {} } = contract();
    const compilation = await engine.compile(output, "output");

    expect(compilation.kind === "compiled" && compilation.validate({})).toMatchObject({
      kind: "invalid",
    });
  });

  it("answers synchronously for an ordinary schema", async () => {
    const compilation = await engine.compile({ type: "object" }, "output");

    expect(compilation).toMatchObject({ kind: "compiled" });
    expect(compilation.kind === "compiled" && compilation.validate({})).toEqual({
      kind: "valid",
      value: {},
    });
  });

  it("reports the position, the expectation and the actual value", async () => {
    const verdict = await judge({ properties: { days: { type: "integer" } } }, { days: "two" });

    expect(verdict).toEqual({
      kind: "invalid",
      issues: [{ pointer: "/days", message: 'expected integer, got string "two"' }],
    });
  });

  it("reports the same from the worker", async () => {
    const verdict = await judge(tree, { name: "a", children: [{ name: 1 }] });

    expect(verdict).toEqual({
      kind: "invalid",
      issues: [{ pointer: "/children/0/name", message: "expected string, got number 1" }],
    });
  });

  it("compiles a schema once, regardless of its key order", async () => {
    const first = await engine.compile({ type: "string", minLength: 1 }, "output");
    const second = await engine.compile({ minLength: 1, type: "string" }, "output");

    expect(second).toBe(first);
  });

  it("refuses with rule and pointer", async () => {
    const compilation = await engine.compile({ properties: { a: { type: "strng" } } }, "output");

    expect(compilation).toMatchObject({
      kind: "refused",
      refusals: [{ rule: "schema/meta-schema", pointer: "/properties/a/type" }],
    });
  });

  it("closes input and fills in defaults, without modifying the argument", async () => {
    const schema = { type: "object", properties: { days: { type: "integer", default: 3 } } };
    const compilation = await engine.compile(schema, "input");
    if (compilation.kind === "refused") throw new Error("refused");
    const given = Object.freeze({});

    expect(compilation.validate(given)).toEqual({ kind: "valid", value: { days: 3 } });
    expect(compilation.validate({ day: 1 })).toMatchObject({
      kind: "invalid",
      issues: [{ pointer: "/day" }],
    });
    expect(given).toEqual({});
  });

  it("fills in defaults in the worker too", async () => {
    const schema = {
      type: "object",
      properties: { size: { default: 1 }, children: { items: { $ref: "#" } } },
    };
    const compilation = await engine.compile(schema, "input");
    if (compilation.kind === "refused") throw new Error("refused");

    expect(await compilation.validate({ children: [{}] })).toEqual({
      kind: "valid",
      value: { size: 1, children: [{ size: 1 }] },
    });
  });

  it("keeps two schemas with the same name apart", async () => {
    const $id = "https://shared.example/x";

    expect((await judge({ $id, type: "string" }, "a")).kind).toBe("valid");
    expect((await judge({ $id, type: "number" }, "a")).kind).toBe("invalid");
    expect(
      (await judge({ $id, $ref: `${$id}#/$defs/a`, $defs: { a: { type: "number" } } }, "a")).kind,
    ).toBe("invalid");
  });

  it("does not let `$async` pass values as a promise", async () => {
    expect((await judge({ $async: true, type: "string" }, 1)).kind).toBe("invalid");
  });

  it("treats a value nested too deeply for its schema as invalid", async () => {
    expect((await judge({ uniqueItems: true }, [chain(20_000), chain(20_000)])).kind).toBe(
      "invalid",
    );
    expect((await judge(doubling, chain(20_000))).kind).toBe("invalid");
  });

  it("moves a value to the worker if its patterns cost too much", async () => {
    const compilation = await engine.compile({ items: { pattern: "^(a|aa)+$" } }, "output");
    if (compilation.kind === "refused") throw new Error("refused");

    expect(compilation.validate(["a".repeat(20)])).not.toBeInstanceOf(Promise);
    const verdict = compilation.validate(["a".repeat(60_000)]);
    expect(verdict).toBeInstanceOf(Promise);
    expect((await verdict).kind).toBe("valid");
  });
});

describe("createSchemaEngine, with a stuck worker", () => {
  let clock: ReturnType<typeof createFakeClock>;
  let stuck: SchemaEngine;

  beforeAll(async () => {
    clock = createFakeClock();
    stuck = createSchemaEngine({ clock });
    await stuck.compile(tree, "output");
    await stuck.compile(doubling, "output");
  });
  afterAll(() => stuck[Symbol.asyncDispose]());

  it("times out and reports it", async () => {
    const verdict = judge(doubling, chain(60), stuck);
    // Each turn polls the thread's CPU use, until it exceeds the limit.
    for (let turn = 0; turn < 25; turn += 1) {
      await Promise.race([clock.untilSleeping(), verdict]);
      await clock.advance(60);
    }

    expect(await verdict).toMatchObject({ kind: "invalid", issues: [{ pointer: "" }] });
  });
});

describe("isLight", () => {
  it("accepts an ordinary schema", () => {
    expect(isLight({ properties: { a: { pattern: "^[a-z0-9-]{1,63}$" } } })).toBe(true);
  });

  it("accepts many repetitions side by side, whose cost adds up rather than multiplies", () => {
    const date =
      "^\\d{4}-\\d{2}-\\d{2}T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?Z$";

    expect(isLight({ properties: { a: { pattern: date }, b: { pattern: date } } })).toBe(true);
  });

  it.each([
    ["many bytes", { description: "x".repeat(20_000) }],
    [
      "many subschemas",
      { properties: Object.fromEntries(Array.from({ length: 210 }, (_, i) => [i, {}])) },
    ],
    ["much repetition", { pattern: "(a{1,100}){1,100}" }],
    [
      "many patterns",
      {
        patternProperties: Object.fromEntries(
          Array.from({ length: 30 }, (_, i) => [`${i}{90}`, {}]),
        ),
      },
    ],
  ])("rejects %s", (_, schema) => {
    expect(isLight(schema)).toBe(false);
  });
});
