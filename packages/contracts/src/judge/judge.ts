import { type ContractReading, readContract, type ToolSource } from "@toolcourt/sdk";
import { type Finding, isCallable, type LintOptions, lintContract } from "@toolcourt/sdk/rules";
import { toolName } from "./tool-name.ts";

/** Verdict of the rules on one tool. */
export interface Verdict {
  readonly server: string;
  readonly name: string;
  /** Whether the tool may be called: it has no finding of severity `error`. */
  readonly callable: boolean;
  /** Undefined if the tool is unreadable. */
  readonly digest: string | undefined;
  readonly findings: readonly Finding[];
}

/** Rule that an unreadable tool breaks. */
const readable = "contract/readable";

/**
 * Judges one tool on its own.
 *
 * @example
 * ```ts
 * const reading = readContract({ server: "cards", tool: { name: "get-card" } });
 * const scene = { namesakes: () => 1, now: Date.now() };
 * judgeTool(reading, { rules: allRules, profiles: ["core"], scene }).callable; // false
 * ```
 */
export function judgeTool(reading: ContractReading, options: LintOptions): Verdict {
  if (reading.kind === "unreadable") {
    const { server, name } = reading;
    return {
      server,
      name,
      callable: false,
      digest: undefined,
      findings: [notReadable(reading, options)],
    };
  }
  const { contract } = reading;
  const { server, name, digest } = contract;
  const findings = lintContract(contract, options);
  return { server, name, callable: isCallable(findings), digest, findings };
}

/** Options of the linter without the scene, which is built from the tools themselves. */
export type JudgeOptions = Omit<LintOptions, "scene"> & {
  /** Milliseconds since the epoch, for rules about dates. */
  readonly now: number;
};

/**
 * Creates a judge for a list of tools. Tools are independent, except that names must be unique.
 *
 * @example
 * ```ts
 * const sources = [{ server: "cards", tool: { name: "get-card" } }];
 * const judge = createJudge(sources, { rules: allRules, profiles: ["core"], now: Date.now() });
 * for (const source of sources) console.log(judge(source).callable); // false
 * ```
 */
export function createJudge(
  all: readonly ToolSource[],
  { rules, profiles, now }: JudgeOptions,
): (source: ToolSource) => Verdict {
  const counts = new Map<string, number>();
  for (const { server, tool } of all) {
    const key = nameKey(server, toolName(tool));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (source) => {
    const namesakes = (name: string): number => counts.get(nameKey(source.server, name)) ?? 0;
    const permissionsOf = (step: string): readonly string[] | undefined => {
      const beside = all.find(
        ({ server, tool }) => server === source.server && toolName(tool) === step,
      );
      const reading = beside && readContract(beside);
      return reading?.kind === "contract" ? reading.contract.terms.permissions : undefined;
    };
    const isBeside = (name: string): boolean => namesakes(name) > 0;
    const scene = { namesakes, now, permissionsOf, isBeside };
    return judgeTool(readContract(source), { rules, profiles, scene });
  };
}

/**
 * Returns the verdicts on a list of tools, in its order.
 *
 * @example
 * ```ts
 * const sources = [{ server: "cards", tool: { name: "get-card" } }];
 * const options: JudgeOptions = { rules: allRules, profiles: ["core"], now: Date.now() };
 * for (const { name, findings } of judgeTools(sources, options)) console.log(name, findings);
 * ```
 */
export function judgeTools(all: readonly ToolSource[], options: JudgeOptions): readonly Verdict[] {
  return all.map(createJudge(all, options));
}

function nameKey(server: string, name: string): string {
  return JSON.stringify([server, name]);
}

function notReadable(
  { pointer, message }: { readonly pointer: string; readonly message: string },
  { rules }: LintOptions,
): Finding {
  const requirements = rules.find(({ id }) => id === readable)?.requirements ?? [];
  return { rule: readable, severity: "error", pointer, message, requirements };
}
