import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { SchemaEngine, Validate } from "@toolcourt/contracts/internal/schemas/engine";
import { schemaRules } from "@toolcourt/contracts/internal/schemas/rules";
import { digestOf, type JsonSchema, type ToolContract } from "@toolcourt/sdk";
import {
  type Finding,
  isCallable,
  lintContract,
  type ProfileName,
  type Rule,
  type Scene,
} from "@toolcourt/sdk/rules";

export interface Question {
  readonly contract: ToolContract;
  readonly profiles: readonly ProfileName[];
  /** Number of tools of the same server with this name. */
  readonly namesakes: number;
  /** Returns the permissions of a tool beside it. Default: all are unknown. */
  readonly permissionsOf?: NonNullable<Scene["permissionsOf"]>;
  /** Names of all tools of the same server. Default: unknown. */
  readonly beside?: ReadonlySet<string>;
}

/** Verdict of the rules and the schema engine on a contract. */
export interface Conformity {
  readonly isConformant: boolean;
  readonly findings: readonly Finding[];
  /** Set if the contract conforms. */
  readonly validateInput?: Validate;
  /** Set if the contract conforms and has an output schema. */
  readonly validateOutput?: Validate;
}

/** Tells whether a contract is too large to process. It then has no other findings. */
export function isRefusedForSize({ findings }: Pick<Conformity, "findings">): boolean {
  return findings.some(({ rule }) => rule === "contract/size");
}

export type JudgeContract = (question: Question) => Promise<Conformity>;

export interface ConformanceDeps extends Pick<Runtime, "clock"> {
  readonly engine: SchemaEngine;
  readonly rules: readonly Rule[];
  /** Cache limit: a server that keeps changing its tools must not exhaust memory. Default: 5000. */
  readonly maxRemembered?: number;
}

interface Dependencies extends ConformanceDeps {
  /** Rules that the engine does not apply before compiling anyway. */
  readonly quickRules: readonly Rule[];
}

/** Creates a judge that caches its verdict per contract. */
export function createConformance(given: ConformanceDeps): JudgeContract {
  const { maxRemembered = 5_000 } = given;
  const quickRules = given.rules.filter((rule) => !schemaRules.includes(rule));
  const dependencies: Dependencies = { ...given, quickRules };
  const remembered = new Map<string, Promise<Conformity>>();
  return (question) => {
    const { contract, profiles, namesakes, permissionsOf, beside } = question;
    const ofSteps = permissionsOf && contract.terms.steps?.map(permissionsOf);
    const key = JSON.stringify([
      contract.digest,
      profiles,
      namesakes > 1,
      ofSteps,
      namesKey(beside),
    ]);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    if (remembered.size >= maxRemembered) remembered.clear();
    const conformity = judge(question, dependencies);
    remembered.set(key, conformity);
    return conformity;
  };
}

const keys = new WeakMap<ReadonlySet<string>, string>();

/** Returns a short key of the names, since it is part of every remembered verdict. */
function namesKey(names: ReadonlySet<string> | undefined): string | undefined {
  if (names === undefined) return undefined;
  const known = keys.get(names);
  if (known !== undefined) return known;
  const key = digestOf({ names: [...names].toSorted() });
  keys.set(names, key);
  return key;
}

async function judge(question: Question, dependencies: Dependencies): Promise<Conformity> {
  const { contract } = question;
  const { engine, rules, quickRules } = dependencies;
  const findings = lint(question, quickRules, dependencies);
  if (!isCallable(findings)) {
    return { isConformant: false, findings: lint(question, rules, dependencies) };
  }
  const input = await compile(engine, contract.input, "input");
  const output =
    contract.output === undefined ? undefined : await compile(engine, contract.output, "output");
  const refused = [input, output].flatMap((each) =>
    each?.kind === "refused" ? each.findings : [],
  );
  if (input.kind === "refused" || refused.length > 0) {
    return { isConformant: false, findings: [...findings, ...refused] };
  }
  return {
    isConformant: true,
    findings,
    validateInput: input.validate,
    ...(output?.kind === "compiled" ? { validateOutput: output.validate } : {}),
  };
}

function lint(
  { contract, profiles, namesakes, permissionsOf, beside }: Question,
  rules: readonly Rule[],
  { clock }: Dependencies,
): readonly Finding[] {
  const scene = {
    namesakes: () => namesakes,
    now: clock.now(),
    ...(permissionsOf && { permissionsOf }),
    ...(beside && { isBeside: (name: string) => beside.has(name) }),
  };
  return lintContract(contract, { rules, profiles, scene });
}

type Compiled =
  | { readonly kind: "compiled"; readonly validate: Validate }
  | { readonly kind: "refused"; readonly findings: readonly Finding[] };

async function compile(
  engine: SchemaEngine,
  schema: JsonSchema,
  purpose: "input" | "output",
): Promise<Compiled> {
  const compilation = await engine.compile(schema, purpose);
  if (compilation.kind === "compiled") return compilation;
  const findings = compilation.refusals.map(({ rule, pointer, message }) => ({
    rule,
    severity: "error" as const,
    pointer: `/${purpose}${pointer}`,
    message,
    requirements: schemaRules.find(({ id }) => id === rule)?.requirements ?? [],
  }));
  return { kind: "refused", findings };
}
