import type { ToolContract } from "@toolcourt/sdk";
import { createGenerator, type ValueGenerator } from "../generation/create-generator.ts";
import type { SchemaEngine, Validate } from "../schemas/engine.ts";
import type { InputSchemas } from "./expectation.ts";
import { seedFor } from "./seed.ts";
import type { Setting } from "./setting.ts";
import { severityOf } from "./rules.ts";

/** One tool with everything that is needed to make inputs for it and to judge its answers. */
export interface ToolBench {
  readonly contract: ToolContract;
  readonly inputs: InputSchemas;
  /** Makes inputs that the gateway would let through. */
  readonly valid: ValueGenerator;
  /** Makes inputs that break the schema as it is written. */
  readonly invalid: ValueGenerator;
  /** Absent where the tool declares no output schema, or one that cannot be checked. */
  readonly output?: Validate;
  readonly seed: number;
  /** Whether a profile asks for hints. */
  readonly wantsHints: boolean;
}

/** Prepares a tool. Undefined where its input schema cannot be used, so that there is nothing to expect. */
export async function prepareTool(
  contract: ToolContract,
  engine: SchemaEngine,
  { seed, profiles }: Pick<Setting, "seed" | "profiles">,
): Promise<ToolBench | undefined> {
  const own = seedFor(seed, contract.name);
  const [closed, written] = await Promise.all([
    engine.compile(contract.input, "input"),
    engine.compile(contract.input, "output"),
  ]);
  if (closed.kind === "refused" || written.kind === "refused") return undefined;
  const [valid, invalid] = await Promise.all([
    createGenerator(contract.input, { engine, seed: own, purpose: "input" }),
    createGenerator(contract.input, { engine, seed: own, purpose: "output" }),
  ]);
  if (valid.kind === "refused" || invalid.kind === "refused") return undefined;
  const output = await compiledOutput(contract, engine);
  return {
    contract,
    inputs: { closed: closed.validate, written: written.validate },
    valid: valid.generator,
    invalid: invalid.generator,
    ...(output && { output }),
    seed: own,
    wantsHints: severityOf("test/hints-incomplete", profiles) !== "off",
  };
}

async function compiledOutput(
  { output }: ToolContract,
  engine: SchemaEngine,
): Promise<Validate | undefined> {
  if (output === undefined) return undefined;
  const compilation = await engine.compile(output, "output");
  return compilation.kind === "compiled" ? compilation.validate : undefined;
}
