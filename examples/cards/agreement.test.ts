import { createSchemaEngine, type SchemaEngine, type Validate } from "@toolcourt/contracts";
import { defineTool, hints, type JsonSchema, type JsonValue } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { getCard, reviewCard } from "./tools.ts";

// The tool validates its input with Zod, the gateway with the JSON Schema derived from it. Callers
// must not notice.

const everyKind = defineTool({
  name: "try-everything",
  description: "Accepts one of each kind of parameter.",
  version: "1.0.0",
  permissions: [],
  parameters: z.object({
    text: z.string().min(1).max(3).optional(),
    form: z
      .string()
      .regex(/^[0-9a-f]+$/)
      .length(2)
      .optional(),
    half: z.number().min(0).max(5).multipleOf(0.5).optional(),
    whole: z.int().gt(0).lt(4).default(1),
    choice: z.enum(["a", "b"]).optional(),
    constant: z.literal(["a", 1, null]).optional(),
    either: z.union([z.string(), z.object({ a: z.number() })]).optional(),
    kind: z
      .discriminatedUnion("k", [
        z.object({ k: z.literal("a"), v: z.number().default(1) }),
        z.object({ k: z.literal("b") }),
      ])
      .optional(),
    pair: z.tuple([z.string(), z.number()]).optional(),
    map: z.record(z.string().max(1), z.number()).optional(),
    open: z.object({ a: z.number() }).catchall(z.string()).optional(),
    maybe: z.string().nullable().optional(),
    preset: z.object({ q: z.number().default(2) }).prefault({}),
    day: z.iso.date().optional(),
  }),
  result: z.object({}),
  category: "query",
  responseTime: "fast",
  cacheable: false,
  idempotent: true,
  examples: [{ description: "Nothing", params: {}, expectedResult: {} }],
  tags: ["test"],
  handler: () => ({
    data: {},
    agentHints: hints({ confidence: [], sourceQuality: "high", validityPeriod: "short" }),
  }),
});

const leaf = fc.oneof(
  fc.constantFrom<JsonValue>(
    "",
    "a",
    "b",
    "abcd",
    "0f",
    "2026-01-01",
    "card_1",
    "good",
    null,
    true,
  ),
  fc.constantFrom<JsonValue>(0, 0.5, 0.25, 1, 3.5, 4, 5, 6, -1, 4_000_000),
  fc.string({ unit: "grapheme-ascii", maxLength: 4 }),
);
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "k", "v", "q", "constructor"), tie("value"), {
      maxKeys: 3,
    }),
  ),
}));

/** A clock that never fires: compiling here needs no deadline. */
const clock = {
  now: () => 0,
  monotonic: () => 0,
  sleep: () => new Promise<void>(() => undefined),
};

async function validatorOf(engine: SchemaEngine, schema: JsonSchema): Promise<Validate> {
  const compilation = await engine.compile(schema, "input");
  if (compilation.kind === "refused") throw new Error(JSON.stringify(compilation.refusals));
  return compilation.validate;
}

describe.each([getCard, reviewCard, everyKind])("$name", ({ contract, parameters }) => {
  const names = Object.keys(parameters.shape);
  const valid = contract.terms.examples?.[0]?.params ?? {};

  it("accepts the same input in the gateway as on its own", async () => {
    await using engine = createSchemaEngine({ clock });
    const validate = await validatorOf(engine, contract.input);

    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names, "stranger"), value, async (name, given) => {
        const input = { ...valid, [name]: given };

        const { kind } = await validate(input);

        expect(kind === "valid").toBe(parameters.safeParse(input).success);
      }),
      { numRuns: 300 },
    );
  });
});
