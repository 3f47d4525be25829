import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json.ts";
import { valueAt } from "../contract/pointer.ts";
import { subschemas } from "../contract/walk.ts";
import { hints } from "../result/build-hints.ts";
import { toolContext } from "../testing/tool-context.ts";
import { defineTool } from "./define-tool.ts";

const agentHints = hints({ confidence: [], sourceQuality: "high", validityPeriod: "short" });

const base = {
  name: "do-thing",
  description: "Does a thing.",
  version: "1.0.0",
  permissions: ["things:do"],
  responseTime: "fast",
  idempotent: true,
  tags: ["things"],
} as const;

/** Returns a tool that accepts all input valid for the schema and returns ok. */
function toolOf(parameters: z.ZodObject) {
  return defineTool({
    ...base,
    permissions: [],
    parameters,
    result: z.object({ ok: z.boolean() }),
    category: "query",
    cacheable: false,
    examples: [{ description: "Yes", params: {}, expectedResult: { ok: true } }],
    handler: () => ({ data: { ok: true }, agentHints }),
  });
}

function resultTool(result: z.ZodType) {
  return defineTool({
    ...base,
    parameters: z.object({}),
    result,
    category: "query",
    cacheable: false,
    examples: [{ description: "None", params: {}, expectedResult: "x" }],
    handler: () => ({ data: "x", agentHints }),
  });
}

describe("contract of a tool", () => {
  const tool = defineTool({
    ...base,
    parameters: z.object({ id: z.string().max(9).brand("ThingId").describe("Which thing") }),
    result: z.object({ at: z.iso.datetime().meta({ "x-volatile": true }) }),
    category: "mutation",
    effect: "destroy",
    cacheable: false,
    examples: [
      {
        description: "One",
        params: { id: "t1" },
        expectedResult: { at: "2026-01-15T10:30:00Z" },
      },
    ],
    rateLimit: { maxCalls: 5, windowMs: 1000 },
    deprecated: { since: "1.0.0", replacement: "do-thing-v2", removalDate: "2027-01-01" },
    approval: "operator",
    constraints: ["Cannot be undone."],
    handler: () => ({ data: { at: "2026-01-15T10:30:00Z" }, agentHints }),
  });

  it("contains every declared term, as read back by the contract reader", () => {
    expect(tool.contract).toMatchObject({
      server: "local",
      name: "do-thing",
      effect: "destroy",
      input: {
        type: "object",
        properties: { id: { type: "string", maxLength: 9, description: "Which thing" } },
        required: ["id"],
        additionalProperties: false,
      },
      terms: {
        version: "1.0.0",
        permissions: ["things:do"],
        category: "mutation",
        effect: "destroy",
        responseTime: "fast",
        cacheable: false,
        idempotent: true,
        tags: ["things"],
        rateLimit: { maxCalls: 5, windowMs: 1000 },
        approval: "operator",
        constraints: ["Cannot be undone."],
      },
      asReceived: {
        annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      },
    });
  });

  it("describes the envelope for success and failure", () => {
    const output: JsonObject = tool.contract.output ?? {};

    expect(output["type"]).toBe("object");
    expect(valueAt(output, "/oneOf/0/required")).toEqual(["data", "agentHints", "metadata"]);
    expect(valueAt(output, "/oneOf/1/required")).toEqual([
      "data",
      "error",
      "agentHints",
      "metadata",
    ]);
    expect(valueAt(output, "/oneOf/0/properties/data/properties/at/x-volatile")).toBe(true);
    expect(valueAt(output, "/oneOf/1/properties/data")).toEqual({ type: "null" });
    expect(valueAt(output, "/properties/agentHints/required")).toContain("preferenceAlignment");
    expect(valueAt(output, "/properties/error/required")).toContain("retryable");
    expect(output["required"]).toEqual(["data", "agentHints", "metadata"]);
    expect(output["additionalProperties"]).toBe(false);
  });

  it("keeps the mark of a host-injected member", () => {
    const { contract } = toolOf(
      z.object({ trace: z.string().max(36).meta({ "x-host-injected": true }) }),
    );

    expect(valueAt(contract.input, "/properties/trace/x-host-injected")).toBe(true);
  });

  it("is immutable", () => {
    expect(Object.isFrozen(tool.contract.terms.permissions)).toBe(true);
    expect(Object.isFrozen(tool.contract.asReceived)).toBe(true);
  });

  it("is stable and independent of later changes to the author's schemas", () => {
    const parameters = z.object({ a: z.string().max(3).meta({ id: "A", title: "The A" }) });

    expect(toolOf(parameters).contract.digest).toBe(toolOf(parameters).contract.digest);
    expect(parameters.safeParse({ a: "x", more: 1 }).success).toBe(true);
  });

  it("notifies the observer when the tool is deprecated", async () => {
    const kinds: string[] = [];

    await tool.invoke({ id: "t1" }, toolContext(), { observe: ({ kind }) => kinds.push(kind) });

    expect(kinds).toContain("tool.deprecated-used");
  });
});

describe("defineTool", () => {
  it.each([
    [z.date(), "date"],
    [z.bigint(), "bigint"],
    [z.map(z.string(), z.string()), "map"],
    [z.set(z.string()), "set"],
    [z.string().transform(Number), "pipe"],
    [z.preprocess(String, z.string()), "pipe"],
    [z.coerce.number(), "coercion"],
    [z.string().trim(), "trimming"],
    [z.string().catch("x"), "catch"],
    [z.custom<string>(), "custom"],
    [z.looseObject({}), "open object"],
    [z.string().regex(/a/i), "flags"],
    [z.string().regex(/^[\p{L}--[a-z]]$/v), "flags"],
    [z.string().regex(/^[\w-.]+$/), "pattern"],
    [z.union([z.string().default("x"), z.unknown()]), "unknown"],
    [z.xor([z.boolean(), z.any().readonly()]), "unknown"],
    [z.record(z.enum(["a", "b"]), z.unknown()), "unknown"],
    [z.record(z.enum(["a", "b"]), z.string().optional()), "optional"],
    [z.number().min(-Infinity), "bound"],
    [z.string().min(5).default("x"), "default"],
    [z.string().min(5).prefault("x"), "default"],
    [z.any().default(() => new Map()), "default"],
    [z.number().meta({ type: "string" }), "meta"],
    [z.intersection(z.object({}), z.object({})), "intersection"],
    [z.undefined(), "undefined"],
  ])(
    "rejects in one line a definition whose runtime and schema could disagree %#",
    (schema, word) => {
      const define = () => toolOf(z.object({ list: z.array(z.object({ it: schema })) }));

      expect(define).toThrow(TypeError);
      expect(define).toThrow(
        new RegExp(
          `^Tool "do-thing", /parameters/properties/list/items/properties/it: .*${word}.*\\.$`,
        ),
      );
    },
  );

  it("rejects a default that differs on each read", () => {
    let count = 0;
    const next = () => {
      count += 1;
      return count;
    };

    expect(() => toolOf(z.object({ n: z.number().default(next) }))).toThrow(
      /properties\/n: .*default/,
    );
  });

  it("rejects nullable data, because null marks a failure", () => {
    expect(() => resultTool(z.string().nullable())).toThrow(/\/result: data may not be null/);
    expect(() => resultTool(z.unknown())).toThrow(/\/result: data may not be null/);
  });

  it("rejects a malformed term", () => {
    expect(() => {
      defineTool({
        ...base,
        parameters: z.object({}),
        result: z.object({}),
        category: "query",
        cacheable: false,
        examples: [{ description: "None", params: {}, expectedResult: {} }],
        rateLimit: { maxCalls: -1, windowMs: 1 },
        handler: () => ({ data: {}, agentHints }),
      });
    }).toThrow('Tool "do-thing", /rateLimit: ');
  });
});

describe("runtime and schema", () => {
  const tree = z.object({
    name: z.string(),
    get children() {
      return z.array(tree);
    },
  });
  const tool = toolOf(
    z.object({
      plain: z.object({ a: z.number().optional() }).optional(),
      list: z.array(z.object({ b: z.boolean() })).optional(),
      either: z.union([z.object({ c: z.string() }), z.object({ d: z.null() })]).optional(),
      kind: z
        .discriminatedUnion("k", [
          z.object({ k: z.literal("x"), e: z.int() }),
          z.object({ k: z.literal("y") }),
        ])
        .optional(),
      pair: z.tuple([z.object({}), z.string()]).optional(),
      named: z.record(z.string(), z.object({ f: z.string() })).optional(),
      tree: tree.optional(),
      preset: z.object({ g: z.string().default("g") }).prefault({}),
    }),
  );

  it("both close every object", () => {
    const open = [...subschemas(tool.contract.input)].filter(
      ({ schema }) =>
        isJsonObject(schema["properties"]) && schema["additionalProperties"] !== false,
    );

    expect(open).toEqual([]);
  });

  const whole = {
    plain: { a: 1 },
    list: [{ b: true }],
    either: { c: "c" },
    kind: { k: "x", e: 1 },
    pair: [{}, "p"],
    named: { n: { f: "f" } },
    tree: { name: "root", children: [{ name: "leaf", children: [] }] },
    preset: {},
  };

  it("both accept valid input", async () => {
    const result = await tool.invoke(whole, toolContext());

    expect(result.error).toBeUndefined();
  });

  it.each([
    "",
    "/plain",
    "/list/0",
    "/either",
    "/kind",
    "/pair/0",
    "/named/n",
    "/tree",
    "/tree/children/0",
    "/preset",
  ])("both refuse an unknown key at %j", async (pointer) => {
    const input = structuredClone(whole);
    const place: JsonValue | undefined = valueAt(input, pointer);
    Object.assign(Object(place), { smuggled: true });

    const result = await tool.invoke(input, toolContext());

    expect(result.error?.code).toBe("input-invalid");
  });
});

describe("invoke with arbitrary input", () => {
  const anything = fc.anything({ withBigInt: true, withDate: true, withSparseArray: true });
  const behavior = fc.oneof(
    anything.map((value) => () => value),
    anything.map((value) => () => {
      throw value;
    }),
    anything.map((value) => async () => value),
    anything.map((value) => async () => {
      throw value;
    }),
    anything.map((data) => () => ({ data, agentHints })),
    anything.map((given) => () => ({ data: { ok: true }, agentHints: given })),
  );

  it("returns a full result and leaves its input unchanged", async () => {
    let behave: (() => unknown) | undefined;
    const tool = defineTool({
      ...base,
      permissions: [],
      parameters: z.object({ a: z.json().optional() }),
      result: z.object({ ok: z.boolean() }),
      category: "query",
      cacheable: false,
      examples: [{ description: "Yes", params: {}, expectedResult: { ok: true } }],
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a handler that breaks its promise is what is tested
      handler: () => behave?.() as { data: { ok: boolean }; agentHints: typeof agentHints },
    });

    await fc.assert(
      fc.asyncProperty(anything, behavior, async (input, next) => {
        behave = next;
        const before = fc.stringify(input);

        const results = [
          await tool.invoke(input, toolContext()),
          await tool.invoke({ a: [1] }, toolContext()),
        ];

        for (const { data, error, agentHints: given, metadata } of results) {
          expect(Object.keys(metadata)).toHaveLength(7);
          expect(given.suggestedNextActions).toBeInstanceOf(Array);
          expect(error === undefined).toBe(data !== null);
        }
        expect(fc.stringify(input)).toBe(before);
      }),
    );
  });

  it("reports an invalid context instead of throwing", async () => {
    const tool = toolOf(z.object({}));

    await fc.assert(
      fc.asyncProperty(anything, async (context) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a caller that breaks its promise is what is tested
        const result = await tool.invoke({}, context as ReturnType<typeof toolContext>);

        expect(result.error?.code).toBe("context-invalid");
      }),
    );
  });
});
