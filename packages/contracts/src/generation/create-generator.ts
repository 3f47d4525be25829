import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import type { SchemaRefusal } from "../schemas/admission/admit.ts";
import type { Purpose } from "../schemas/checker.ts";
import type { SchemaEngine, Validate } from "../schemas/engine.ts";
import { identityOf } from "../schemas/identity.ts";
import { type Breach, breachesOf } from "./breaches.ts";
import { documentOf, type SchemaDocument } from "./layer.ts";
import { createGeneratorState, type GeneratorState, makeValue } from "./make-value.ts";

export interface GeneratorOptions {
  readonly engine: SchemaEngine;
  /** The same seed gives the same values. */
  readonly seed: number;
  /** `input` refuses undeclared members, as the gateway does. `output` is taken as written. */
  readonly purpose?: Purpose;
}

export type Generation =
  | { readonly kind: "generator"; readonly generator: ValueGenerator }
  /** The engine refuses the schema, so nothing is known about its values. */
  | { readonly kind: "refused"; readonly refusals: readonly SchemaRefusal[] };

/** A violated keyword, or one that could not be violated alone. */
export type BreachResult =
  | ({ readonly kind: "broken" } & Breach)
  | { readonly kind: "unbroken"; readonly keyword: string; readonly schemaPointer: string };

/** Generates values of one schema. The engine has checked every one of them. */
export interface ValueGenerator {
  /**
   * Yields distinct valid values, smallest first. Yields fewer than `count` if no more are found.
   */
  readonly valid: (count: number) => AsyncGenerator<JsonValue>;
  /** Yields an invalid value per keyword and location, as close to valid as found. */
  readonly invalid: () => AsyncGenerator<BreachResult>;
  readonly accepts: (value: JsonValue) => Promise<boolean>;
}

/**
 * Creates a value generator for a schema.
 *
 * @example
 * ```ts
 * await using engine = createSchemaEngine({ clock: systemClock });
 * const schema = { type: "integer", minimum: 1 };
 * const generation = await createGenerator(schema, { engine, seed: 1 });
 * if (generation.kind === "refused") throw new TypeError("The engine refuses the schema.");
 * for await (const value of generation.generator.valid(3)) console.log(value);
 * ```
 */
export async function createGenerator(
  schema: JsonSchema,
  { engine, seed, purpose = "input" }: GeneratorOptions,
): Promise<Generation> {
  const compilation = await engine.compile(schema, purpose);
  if (compilation.kind === "refused") return compilation;
  const document = documentOf(schema, purpose);
  const accepts = acceptsBy(compilation.validate);
  return {
    kind: "generator",
    generator: {
      accepts,
      valid: (count) =>
        validValues({ document, state: createGeneratorState(seed), accepts }, count),
      invalid: () => invalidValues({ document, state: createGeneratorState(seed), accepts }),
    },
  };
}

type Accepts = (value: JsonValue) => Promise<boolean>;

function acceptsBy(validate: Validate): Accepts {
  return async (value) => (await validate(value)).kind === "valid";
}

interface GeneratorDeps {
  readonly document: SchemaDocument;
  readonly state: GeneratorState;
  readonly accepts: Accepts;
}

/** Consecutive attempts without a new value before a schema counts as exhausted. */
const maxMisses = 40;

async function* validValues(
  { document, state, accepts }: GeneratorDeps,
  count: number,
): AsyncGenerator<JsonValue> {
  const given = new Set<JsonValue>();
  const layers = [{ schema: document.root, document }];
  let misses = 0;
  for (let round = 0; given.size < count && misses < maxMisses; round += 1) {
    const made = makeValue(state, layers, { measure: measures[round] ?? "varied" });
    misses += 1;
    if (made === undefined) continue;
    const identity = identityOf(made.value);
    if (given.has(identity) || !(await accepts(made.value))) continue;
    misses = 0;
    given.add(identity);
    yield made.value;
  }
}

const measures = ["min", "max"] as const;

async function* invalidValues({
  document,
  state,
  accepts,
}: GeneratorDeps): AsyncGenerator<BreachResult> {
  for (const { keyword, schemaPointer, attempts } of breachesOf(document, state)) {
    const breach = await firstRefused(attempts(), accepts);
    yield breach === undefined
      ? { kind: "unbroken", keyword, schemaPointer }
      : { kind: "broken", ...breach };
  }
}

async function firstRefused(
  breaches: Iterable<Breach>,
  accepts: Accepts,
): Promise<Breach | undefined> {
  for (const breach of breaches) if (!(await accepts(breach.value))) return breach;
  return undefined;
}
