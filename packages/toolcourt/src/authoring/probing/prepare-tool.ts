import {
  createGenerator,
  type ValueGenerator,
} from "@toolcourt/contracts/internal/generation/create-generator";
import { textsOfFormat } from "@toolcourt/contracts/internal/generation/draw-string";
import type { Purpose } from "@toolcourt/contracts/internal/schemas/checker";
import type { SchemaEngine, Validate } from "@toolcourt/contracts/internal/schemas/engine";
import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  subschemas,
  type ToolContract,
} from "@toolcourt/sdk";
import type { InputSchemas } from "./expectation.ts";
import type { ProbeDeps } from "./probe-context.ts";
import { severityOf } from "./rules.ts";

/** One tool, with everything needed to generate inputs and judge answers. */
export interface PreparedTool {
  readonly contract: ToolContract;
  readonly inputs: InputSchemas;
  /** Generates inputs that the gateway would accept. */
  readonly valid: ValueGenerator;
  /** Generates inputs that break the schema as written. */
  readonly invalid: ValueGenerator;
  /** Undefined if the tool declares no output schema, or one that cannot be checked. */
  readonly output: Validate | undefined;
  readonly seed: number;
  /** Whether a profile requires hints. */
  readonly wantsHints: boolean;
}

/** Prepares a tool. Undefined if its input schema is unusable, so nothing can be expected. */
export async function prepareTool(
  contract: ToolContract,
  { engine, seed, profiles }: Pick<ProbeDeps, "engine" | "seed" | "profiles">,
): Promise<PreparedTool | undefined> {
  const own = seedFor(seed, contract.name);
  const [closed, written, formatted] = await Promise.all([
    compiled(contract.input, "input", engine),
    compiled(contract.input, "output", engine),
    compiled(withFormatsMeant(contract.input), "output", engine),
  ]);
  if (closed === undefined || written === undefined) return undefined;
  const [valid, invalid] = await Promise.all([
    createGenerator(contract.input, { engine, seed: own, purpose: "input" }),
    createGenerator(contract.input, { engine, seed: own, purpose: "output" }),
  ]);
  if (valid.kind === "refused" || invalid.kind === "refused") return undefined;
  const output =
    contract.output === undefined ? undefined : await compiled(contract.output, "output", engine);
  return {
    contract,
    inputs: { closed, written, formatted: formatted ?? written },
    valid: valid.generator,
    invalid: invalid.generator,
    output,
    seed: own,
    wantsHints: severityOf("test/hints-incomplete", profiles) !== "off",
  };
}

async function compiled(
  schema: JsonSchema,
  purpose: Purpose,
  engine: SchemaEngine,
): Promise<Validate | undefined> {
  const compilation = await engine.compile(schema, purpose);
  return compilation.kind === "compiled" ? compilation.validate : undefined;
}

/** Derives the seed of one tool, so its inputs do not depend on the other tools under test. */
function seedFor(seed: number, name: string): number {
  // FNV-1a: any hash will do if it is the same on every machine.
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/**
 * Replaces each `format` by an enum of a few undisputed texts. Enforcing `format` is optional, so
 * servers differ on other texts.
 */
function withFormatsMeant(schema: JsonSchema): JsonSchema {
  const copy = structuredClone(schema);
  for (const place of subschemas(copy)) {
    const { format, allOf } = place.schema;
    if (typeof format !== "string") continue;
    const meant: JsonValue = { anyOf: [{ not: { type: "string" } }, { enum: enumOf(format) }] };
    Object.assign(place.schema, { allOf: [...(isJsonArray(allOf) ? allOf : []), meant] });
  }
  return isJsonObject(copy) ? copy : schema;
}

// Without texts the enum would be empty, which no dialect allows.
function enumOf(format: string): readonly JsonValue[] {
  const texts = textsOfFormat(format);
  return texts.length === 0 ? [null] : texts;
}
