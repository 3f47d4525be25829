import type { JsonSchema, ToolContract } from "@toolcourt/sdk";
import {
  type Finding,
  isCallable,
  lintContract,
  type ProfileName,
  type Rule,
} from "@toolcourt/sdk/rules";
import type { Clock } from "../../kernel/clock.ts";
import type { SchemaEngine, Validate } from "../../schemas/engine.ts";

export interface Question {
  readonly contract: ToolContract;
  readonly profiles: readonly ProfileName[];
  /** How many tools of the same server have this name. */
  readonly namesakes: number;
}

/** What the rules and the schema engine say about a contract. */
export interface Conformity {
  readonly isConformant: boolean;
  readonly findings: readonly Finding[];
  /** There if the contract conforms. */
  readonly validateInput?: Validate;
  /** There if the contract conforms and has an output schema. */
  readonly validateOutput?: Validate;
}

export type JudgeContract = (question: Question) => Promise<Conformity>;

export interface ConformanceDependencies {
  readonly engine: SchemaEngine;
  readonly rules: readonly Rule[];
  readonly clock: Clock;
}

/** A server that changes its tools for ever must not fill our memory. */
const mostRemembered = 5_000;

/** Judges each contract once, and remembers. */
export function createConformance(dependencies: ConformanceDependencies): JudgeContract {
  const remembered = new Map<string, Promise<Conformity>>();
  return (question) => {
    const { contract, profiles, namesakes } = question;
    const key = JSON.stringify([contract.digest, profiles, namesakes > 1]);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    if (remembered.size >= mostRemembered) remembered.clear();
    const conformity = judge(question, dependencies);
    remembered.set(key, conformity);
    return conformity;
  };
}

async function judge(
  { contract, profiles, namesakes }: Question,
  { engine, rules, clock }: ConformanceDependencies,
): Promise<Conformity> {
  const scene = { namesakes: () => namesakes, now: clock.now() };
  const findings = lintContract(contract, { rules, profiles, scene });
  if (!isCallable(findings)) return { isConformant: false, findings };

  const input = await compile(engine, contract.input, "input");
  const output =
    contract.output === undefined ? {} : await compile(engine, contract.output, "output");
  const refused = [...(input.findings ?? []), ...(output.findings ?? [])];
  if (refused.length > 0) return { isConformant: false, findings: [...findings, ...refused] };
  return {
    isConformant: true,
    findings,
    ...(input.validate === undefined ? {} : { validateInput: input.validate }),
    ...(output.validate === undefined ? {} : { validateOutput: output.validate }),
  };
}

interface Compiled {
  readonly validate?: Validate;
  readonly findings?: readonly Finding[];
}

async function compile(
  engine: SchemaEngine,
  schema: JsonSchema,
  purpose: "input" | "output",
): Promise<Compiled> {
  const compilation = await engine.compile(schema, purpose);
  if (compilation.kind === "compiled") return { validate: compilation.validate };
  return {
    findings: compilation.refusals.map(({ rule, pointer, message }) => ({
      rule,
      severity: "error",
      pointer: `/${purpose}${pointer}`,
      message,
      requirements: [],
    })),
  };
}
