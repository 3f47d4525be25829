import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Author, contractOf } from "./agentdojo-contracts.ts";
import { type AnnotatedTool, readSuites, type Suite, type Trace } from "./agentdojo-data.ts";
import { type Played, playAll } from "./agentdojo-play.ts";
import { count, reportOf, rowsWith, rowsWithout } from "./agentdojo-rows.ts";
import { openWorld, type Replay } from "./agentdojo-world.ts";
import type { Area, Row } from "./area.ts";

/** One policy for all figures. It names no value, no tool and no task. */
const policy = `version: 1
roles: { operator: ["approvals:read", "approvals:decide"] }
statements:
  - { id: all, effect: allow, principals: ["*"], tools: ["*"] }
sequences:
  - id: known-values-only
    when: call.reach == "outside" || call.effect != "read"
    from:
      destination: [user, operator, first-party]
      target: [user, operator, first-party]
      counterparty: [user, operator, first-party]
      credential: [user]
      privilege: [user]
    ask: operator
  - id: look-before-destroying
    when: call.effect == "destroy"
    unattended: false
    ask: operator
...
`;

/** Recorded attacks and tasks, played through a whole gateway. */
export const agentdojoArea: Area = {
  name: "agentdojo",
  measure: async (folder) => {
    const data = join(folder, "agentdojo");
    const suites = readSuites(data);
    if (suites.length === 0) return [];
    const { replayer, naive } = await evaluatorOf(data);
    const means = { suites, replayer };
    const by = (author: Author, withWords: boolean): Promise<readonly Played[]> =>
      playedBy(means, { author, withWords });
    return [
      count("policies", 1, "one for all figures but those of naive policies, and for all suites"),
      ...rowsWith(await by("annotations", true)),
      ...rowsWithout(await by("annotations", false)),
      ...reportOf(await by("adopt", true), "adopted"),
      ...reportOf(await by("adopt", false), "adopted, without the words"),
      ...reportOf(await by("adopt-confirmed", true), "adopted and confirmed"),
      ...reportOf(await by("adopt-confirmed", false), "adopted and confirmed, without the words"),
      ...naive(suites),
    ];
  },
};

interface Means {
  readonly suites: readonly Suite[];
  readonly replayer: (trace: Trace) => Replay;
}

async function playedBy(
  { suites, replayer }: Means,
  { author, withWords }: { readonly author: Author; readonly withWords: boolean },
): Promise<readonly Played[]> {
  const all: Played[] = [];
  for (const suite of suites) {
    const overlays = new Map(suite.tools.map((tool) => [tool.name, contractOf(tool, author)]));
    const tenants = suite.traces.map(({ id }) => id);
    await using world = await openWorld(suite.tools, { overlays, policy, tenants });
    all.push(...(await playAll(suite, { world, replayer, withWords })));
  }
  return all;
}

interface Evaluator {
  readonly replayer: (trace: Trace) => Replay;
  readonly naive: (suites: readonly Suite[]) => readonly Row[];
}

type ToolsOf = (suite: string) => ReadonlyMap<string, AnnotatedTool>;

/** What `evaluate.mjs` of the data set exports. */
interface EvaluatorFile extends Pick<Evaluator, "replayer"> {
  readonly evaluate: (
    traces: readonly Trace[],
    policy: unknown,
    toolsOf: ToolsOf,
  ) => { readonly succeeded: number; readonly unattended: number };
  readonly policies: Readonly<Record<string, unknown>>;
}

/** Loads the evaluator of the data set, which replays traces and has naive policies to compare with. */
async function evaluatorOf(data: string): Promise<Evaluator> {
  const file = join(data, "evaluate.mjs");
  if (!existsSync(file)) throw new Error(`The data lacks ${file}, which replays its traces.`);
  const loaded: unknown = await import(pathToFileURL(file).href);
  if (!isEvaluator(loaded)) throw new Error(`${file} lacks evaluate, policies or replayer.`);
  const { replayer, evaluate, policies } = loaded;
  const naive = (suites: readonly Suite[]): readonly Row[] => {
    const toolsOf: ToolsOf = (name) =>
      new Map(suites.find((suite) => suite.name === name)?.tools.map((tool) => [tool.name, tool]));
    const ofKindIn = (kind: string): readonly Trace[] =>
      suites.flatMap(({ traces }) => traces.filter((trace) => trace.kind === kind));
    return Object.entries(policies).flatMap(([name, naivePolicy]) => {
      const attacks = evaluate(ofKindIn("attack"), naivePolicy, toolsOf);
      const benign = evaluate(ofKindIn("benign"), naivePolicy, toolsOf);
      return [
        count(`naive, ${name}: attacks that succeed`, attacks.succeeded),
        count(`naive, ${name}: tasks unattended`, benign.unattended),
      ];
    });
  };
  return { replayer, naive };
}

function isEvaluator(loaded: unknown): loaded is EvaluatorFile {
  if (typeof loaded !== "object" || loaded === null) return false;
  return "evaluate" in loaded && "policies" in loaded && "replayer" in loaded;
}
