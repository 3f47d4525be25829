import {
  canonicalJson,
  type JsonObject,
  type JsonSchema,
  own,
  type ToolContract,
} from "@toolcourt/sdk";
import { classifyDrift, type Drift } from "../drift/classify.ts";
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
  | (SchemaChange & { readonly side: Purpose })
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
  const worst = Math.max(0, ...changes.map(({ kind }) => toolDifferences.indexOf(kind)));
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
  // Without an output schema any answer is allowed.
  return sideChanges(before, after ?? {}, { ...means, purpose: "output" });
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
