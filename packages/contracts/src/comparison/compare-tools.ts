import {
  canonicalJson,
  type JsonObject,
  type JsonSchema,
  own,
  type ToolContract,
} from "@toolcourt/sdk";
import { classifyDrift, type Drift } from "../drift/classify.ts";
import { type SplitEnvelope, splitEnvelope } from "../drift/split-envelope.ts";
import { type Widening, wideningsOf } from "../drift/widens.ts";
import { createGenerator } from "../generation/create-generator.ts";
import type { Purpose } from "../schemas/checker.ts";
import { type ComparisonOptions, compareSchemas, type SchemaChange } from "./compare-schemas.ts";

/** Ordered from least to most serious. */
export const toolDifferences = [
  "none",
  "cosmetic",
  "compatible",
  "unproven",
  "breaking",
  "widening",
] as const;
export type ToolDifference = (typeof toolDifferences)[number];

export type ToolChange =
  | { readonly kind: "widening"; readonly what: Widening }
  | (SchemaChange & {
      readonly side: Purpose;
      /** The witness is the `data` of an envelope. Default: the whole value. */
      readonly part?: "data";
    })
  /** A field that differs without breaking callers. */
  | { readonly kind: "compatible" | "cosmetic"; readonly field: string };

export interface ToolComparison {
  /** The most serious change. */
  readonly difference: ToolDifference;
  readonly changes: readonly ToolChange[];
  /** The lock's verdict. It also holds changed wording, since a model would read it. */
  readonly drift: Drift;
}

type Means = Omit<ComparisonOptions, "purpose">;

/**
 * Compares two versions of a tool by their effect on callers and readers.
 *
 * @example
 * ```ts
 * await using engine = createSchemaEngine({ clock: systemClock });
 * declare const locked: ToolContract;
 * declare const offered: ToolContract;
 * const { difference, changes } = await compareTools(locked, offered, { engine, seed: 1 });
 * if (difference === "breaking") console.log(changes);
 * ```
 */
export async function compareTools(
  before: ToolContract,
  after: ToolContract,
  means: Means,
): Promise<ToolComparison> {
  const changes: readonly ToolChange[] = [
    ...wideningsOf(before, after).map((what) => ({ kind: "widening", what }) as const),
    ...(await inputChanges(before, after, means)),
    ...(await outputChanges(before, after, means)),
    ...fieldChanges(before.asReceived, after.asReceived),
  ];
  const worst = Math.max(0, ...changes.map(rankOf));
  return {
    difference: toolDifferences[worst] ?? "none",
    changes,
    drift: classifyDrift(before.asReceived, after.asReceived),
  };
}

function inputChanges(
  before: ToolContract,
  after: ToolContract,
  means: Means,
): Promise<readonly ToolChange[]> {
  return sideChanges(before.input, after.input, { ...means, purpose: "input" });
}

async function outputChanges(
  { output: before }: ToolContract,
  { output: after }: ToolContract,
  means: Means,
): Promise<readonly ToolChange[]> {
  if (before === undefined) {
    return after === undefined ? [] : [{ kind: "compatible", field: "outputSchema" }];
  }
  const options = { ...means, purpose: "output" } as const;
  const [was, now] = [splitEnvelope(before), splitEnvelope(after)];
  // Without an output schema any answer is allowed.
  if (was === undefined || now === undefined) return sideChanges(before, after ?? {}, options);
  return envelopeChanges(was, now, options);
}

/** Compares data with data and envelope with envelope: a witness in the data is the data alone. */
async function envelopeChanges(
  before: SplitEnvelope,
  after: SplitEnvelope,
  options: ComparisonOptions,
): Promise<readonly ToolChange[]> {
  const inside = (await sideChanges(before.data, after.data, options)).map((change) =>
    "side" in change
      ? { ...change, part: "data" as const, pointer: pointerInto(before, change.pointer) }
      : change,
  );
  const around = await sideChanges(before.around, after.around, options);
  // Both may say that the output schema changed. The more serious one says it for both.
  const fields = [...inside, ...around].filter((change) => "field" in change);
  const [first] = fields.toSorted((a, b) => rankOf(b) - rankOf(a));
  return [
    ...[...inside, ...around].filter((change) => !("field" in change)),
    ...(first === undefined ? [] : [first]),
  ];
}

// Definitions shared with the envelope stand at the root in both.
function pointerInto({ dataPointer }: SplitEnvelope, pointer: string): string {
  return /^\/(?:\$defs|definitions)\//.test(pointer) ? pointer : `${dataPointer}${pointer}`;
}

function rankOf({ kind }: ToolChange): number {
  return toolDifferences.indexOf(kind);
}

async function sideChanges(
  before: JsonSchema,
  after: JsonSchema,
  options: ComparisonOptions,
): Promise<readonly ToolChange[]> {
  const field = `${options.purpose}Schema`;
  if (canonicalJson(before) === canonicalJson(after)) return [];
  const comparison = await compareSchemas(before, after, options);
  if (comparison.kind === "changed") {
    return comparison.changes.map((change) => ({ ...change, side: options.purpose }));
  }
  if (comparison.kind === "refused" && comparison.which === "after") {
    return [await unusable(before, options)];
  }
  // A refused schema accepted nothing, so nothing can break. An unchecked one may have.
  if (comparison.kind === "refused" && comparison.isPassing) {
    return [{ kind: "unproven", keyword: "$schema", pointer: "", side: options.purpose }];
  }
  return [{ kind: comparison.kind === "same" ? "cosmetic" : "compatible", field }];
}

/**
 * Reports an unusable schema as breaking. It accepts nothing, so any formerly valid value is a
 * witness.
 */
async function unusable(before: JsonSchema, options: ComparisonOptions): Promise<ToolChange> {
  const { purpose: side } = options;
  const generation = await createGenerator(before, options);
  const place = { keyword: "$schema", pointer: "", side };
  if (generation.kind === "refused") return { kind: "unproven", ...place };
  const [witness] = await Array.fromAsync(generation.generator.valid(1));
  return witness === undefined
    ? { kind: "unproven", ...place }
    : { kind: "breaking", ...place, witness };
}

/** Fields for people only. */
const words = new Set(["title", "description", "icons"]);
const schemas = new Set(["inputSchema", "outputSchema"]);

function fieldChanges(before: JsonObject, after: JsonObject): readonly ToolChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .filter((field) => !schemas.has(field) && !isSame(before, after, field))
    .map((field) => ({ kind: words.has(field) ? "cosmetic" : "compatible", field }));
}

function isSame(before: JsonObject, after: JsonObject, field: string): boolean {
  const [first, second] = [own(before, field), own(after, field)];
  if (first === undefined || second === undefined) return first === second;
  return canonicalJson(first) === canonicalJson(second);
}
