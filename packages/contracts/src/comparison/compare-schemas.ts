import { type JsonSchema, type JsonValue, pointerTokens, subschemas } from "@toolcourt/sdk";
import { createGenerator, type ValueGenerator } from "../generation/create-generator.ts";
import { documentOf, type Layer, type SchemaDocument } from "../generation/layer.ts";
import { createGeneratorState, type GeneratorState, makeValue } from "../generation/make-value.ts";
import type { Purpose } from "../schemas/checker.ts";
import { isPassing, type SchemaEngine } from "../schemas/engine.ts";
import { objectionsBetween } from "./objections.ts";
import type { Objection } from "./scope.ts";

export interface ComparisonOptions {
  readonly engine: SchemaEngine;
  readonly seed: number;
  /** A narrower input breaks callers, a wider output breaks readers. */
  readonly purpose: Purpose;
}

/** A keyword that breaks, or may break, existing use. */
export type SchemaChange = {
  readonly keyword: string;
  /**
   * Pointer into the refusing schema: the later one for an input, the earlier one for an output.
   */
  readonly pointer: string;
} & (
  | {
      readonly kind: "breaking";
      /** A newly invalid input, or a newly possible output. Confirmed by the engine. */
      readonly witness: JsonValue;
    }
  /** Neither a breaking value nor a proof of compatibility was found. */
  | { readonly kind: "unproven" }
);

export type SchemaComparison =
  /** The same values are valid as before. */
  | { readonly kind: "same" }
  /** Proven: everything that was valid still works. */
  | { readonly kind: "compatible" }
  | { readonly kind: "changed"; readonly changes: readonly [SchemaChange, ...SchemaChange[]] }
  | {
      /** The engine refuses one of the two schemas. */
      readonly kind: "refused";
      readonly which: "before" | "after";
      /** Refused for lack of time or threads, so nothing is known about it. */
      readonly isPassing: boolean;
    };

/**
 * Compares two versions of a schema by the values that they accept.
 *
 * @example
 * ```ts
 * await using engine = createSchemaEngine({ clock: systemClock });
 * const before = { type: "integer", maximum: 100 };
 * const after = { type: "integer", maximum: 50 };
 * await compareSchemas(before, after, { engine, seed: 1, purpose: "input" });
 * // { kind: "changed", changes: [{ kind: "breaking", keyword: "maximum", pointer: "", witness: 51 }] }
 * ```
 */
export async function compareSchemas(
  before: JsonSchema,
  after: JsonSchema,
  options: ComparisonOptions,
): Promise<SchemaComparison> {
  const [first, second] = [await sideOf(before, options), await sideOf(after, options)];
  if (first.kind === "refused") return { ...first, which: "before" };
  if (second.kind === "refused") return { ...second, which: "after" };
  if (isSame(first, second, options)) return { kind: "same" };
  const [from, into] =
    options.purpose === "input"
      ? [first, second]
      : [second, await readingOf(before, first, options)];
  const objections = objectionsBetween(from.document, into.document, options.purpose === "input");
  const changes = await prove(objections, {
    from,
    into,
    state: createGeneratorState(options.seed),
  });
  const [change, ...others] = changes;
  return change === undefined
    ? { kind: "compatible" }
    : { kind: "changed", changes: [change, ...others] };
}

function isSame(first: Side, second: Side, { purpose }: ComparisonOptions): boolean {
  const isInput = purpose === "input";
  return (
    objectionsBetween(first.document, second.document, isInput).length === 0 &&
    objectionsBetween(second.document, first.document, isInput).length === 0
  );
}

interface Side {
  readonly kind: "side";
  readonly document: SchemaDocument;
  readonly accepts: ValueGenerator["accepts"];
}

async function sideOf(
  schema: JsonSchema,
  { engine, seed, purpose }: ComparisonOptions,
): Promise<Side | { readonly kind: "refused"; readonly isPassing: boolean }> {
  const generation = await createGenerator(schema, { engine, seed, purpose });
  if (generation.kind === "refused") {
    return { kind: "refused", isPassing: isPassing(generation.refusals) };
  }
  const { accepts } = generation.generator;
  return { kind: "side", document: documentOf(schema, purpose), accepts };
}

/**
 * Returns the schema that readers of an output tolerate: the promised one plus additional members.
 */
async function readingOf(
  promised: JsonSchema,
  side: Side,
  options: ComparisonOptions,
): Promise<Side> {
  const opened = await sideOf(openEnded(promised), options);
  if (opened.kind === "refused") return side;
  return {
    kind: "side",
    document: opened.document,
    accepts: async (value) => (await side.accepts(value)) || opened.accepts(value),
  };
}

interface Trial {
  readonly from: Side;
  readonly into: Side;
  readonly state: GeneratorState;
}

async function prove(
  objections: readonly Objection[],
  trial: Trial,
): Promise<readonly SchemaChange[]> {
  const changes = new Map<string, SchemaChange>();
  const effort = { left: maxCandidates };
  for (const objection of objections) {
    const { keyword, pointer } = objection;
    const key = `${pointer}/${keyword}`;
    if (changes.get(key)?.kind === "breaking") continue;
    const witness = await witnessOf(candidatesFor(objection, trial, effort), trial);
    changes.set(
      key,
      witness === undefined
        ? { kind: "unproven", keyword, pointer }
        : { kind: "breaking", keyword, pointer, witness },
    );
  }
  return [...changes.values()];
}

/**
 * Candidates to try before the change counts as unproven. Each costs a generation and two
 * validations.
 */
const maxCandidates = 2_000;

const measures = ["min", "varied", "varied", "varied", "max"] as const;

/** Generates values that one schema should accept and the keyword of the other should refuse. */
function* candidatesFor(
  { ways, beside }: Objection,
  { from, state }: Trial,
  effort: { left: number },
): Generator<JsonValue> {
  const root: Layer = { schema: from.document.root, document: from.document };
  for (const measure of measures) {
    for (const way of ways) {
      effort.left -= 1;
      if (effort.left < 0) return;
      const made = makeValue(state, [root, ...beside, way], { measure });
      if (made !== undefined) yield made.value;
    }
  }
}

/** Returns the first candidate that the engine confirms. It is the smallest for its objection. */
async function witnessOf(
  candidates: Iterable<JsonValue>,
  { from, into }: Trial,
): Promise<JsonValue | undefined> {
  for (const value of candidates) {
    const works = await from.accepts(value);
    if (works && !(await into.accepts(value))) return value;
  }
  return undefined;
}

const closing = ["additionalProperties", "unevaluatedProperties"];

/**
 * Opens an output schema the way readers see it. They ignore unknown members, so new ones are
 * allowed even if the schema is closed.
 */
function openEnded(schema: JsonSchema): JsonSchema {
  const copy = structuredClone(schema);
  for (const { schema: each, pointer } of subschemas(copy)) {
    // Constraints within a condition promise nothing to a reader.
    if (pointerTokens(pointer).some((step) => step === "not" || step === "if")) continue;
    for (const keyword of closing) {
      // Mutates our own copy, made above.
      if (each[keyword] === false) Reflect.deleteProperty(each, keyword);
    }
  }
  return copy;
}
