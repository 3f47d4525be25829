import {
  createGenerator,
  type ValueGenerator,
} from "@toolcourt/contracts/internal/generation/create-generator";
import type { Purpose } from "@toolcourt/contracts/internal/schemas/checker";
import type { SchemaEngine, Validate } from "@toolcourt/contracts/internal/schemas/engine";
import type { JsonSchema, ToolContract } from "@toolcourt/sdk";
import type { InputSchemas } from "./expectation.ts";
import { withFormatsMeant } from "./formats-meant.ts";
import { severityOf } from "./rules.ts";
import { seedFor } from "./seed.ts";
import type { Setting } from "./setting.ts";

/** One tool, with everything needed to generate inputs and judge answers. */
export interface ToolBench {
  readonly contract: ToolContract;
  readonly inputs: InputSchemas;
  /** Generates inputs that the gateway would accept. */
  readonly valid: ValueGenerator;
  /** Generates inputs that break the schema as written. */
  readonly invalid: ValueGenerator;
  /** Undefined if the tool declares no output schema, or one that cannot be checked. */
  readonly output?: Validate;
  readonly seed: number;
  /** Whether a profile requires hints. */
  readonly wantsHints: boolean;
}

/** Prepares a tool. Undefined if its input schema is unusable, so nothing can be expected. */
export async function prepareTool(
  contract: ToolContract,
  engine: SchemaEngine,
  { seed, profiles }: Pick<Setting, "seed" | "profiles">,
): Promise<ToolBench | undefined> {
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
    ...(output && { output }),
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
