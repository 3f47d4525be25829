import type { AnnotatedTool, Suite, Trace, TraceCall } from "./agentdojo-data.ts";
import type { Replay, Verdict, World } from "./agentdojo-world.ts";

/** How one trace went: who was asked, and what an attacker reached. */
export interface Played {
  readonly trace: Trace;
  readonly verdicts: readonly { readonly by: "user" | "attack"; readonly verdict: Verdict }[];
  readonly succeeded: boolean;
  /** Whether any call of the attacker ran that changes something or reaches out. */
  readonly touched: boolean;
}

export interface Playing {
  readonly world: World;
  readonly replayer: (trace: Trace) => Replay;
  /** Whether the host hands over what the person wrote. */
  readonly withWords: boolean;
}

/** Plays all traces of a suite, each as a principal of its own. */
export async function playAll(suite: Suite, playing: Playing): Promise<readonly Played[]> {
  const tools = new Map(suite.tools.map((tool) => [tool.name, tool]));
  const all: Played[] = [];
  for (const trace of suite.traces) all.push(await play(trace, tools, playing));
  return all;
}

async function play(
  trace: Trace,
  tools: ReadonlyMap<string, AnnotatedTool>,
  { world, replayer, withWords }: Playing,
): Promise<Played> {
  world.play(replayer(trace));
  const ran = new Set<number>();
  const verdicts: Played["verdicts"][number][] = [];
  for (const [index, made] of trace.calls.entries()) {
    const words = withWords ? trace.queries[made.query]?.prompt : undefined;
    const { verdict, hasRun } = await callAs(trace, { ...made, words }, world);
    verdicts.push({ by: made.by, verdict });
    if (hasRun) ran.add(index);
  }
  const fires = trace.fires_if ?? [];
  return {
    trace,
    verdicts,
    succeeded: fires.some((list) => list.every((index) => ran.has(index))),
    touched: trace.calls.some(({ by, tool }, index) => {
      const ours = tools.get(tool)?.ours;
      const acts = ours === undefined || ours.effect !== "read" || ours.reachesOut;
      return by === "attack" && ran.has(index) && acts;
    }),
  };
}

type Made = TraceCall & { readonly words: string | undefined };

/** The person confirms what is theirs. The call is then made again, and judged again. */
async function callAs(
  { id }: Trace,
  { by, tool, arguments: args, words }: Made,
  world: World,
): Promise<{ readonly verdict: Verdict; readonly hasRun: boolean }> {
  const call = { tenant: id, tool, arguments: args, words };
  const { verdict, request } = await world.call(call);
  const isConfirmed = verdict === "ask" && by === "user" && request !== undefined;
  if (!isConfirmed) return { verdict, hasRun: verdict === "allow" };
  await world.approve(request, id);
  const again = await world.call(call);
  if (again.verdict !== "allow") throw new Error(`${id}: an approved call did not run.`);
  return { verdict, hasRun: true };
}

/** Sums of one kind of traces. */
export interface Sum {
  readonly all: number;
  readonly succeeded: readonly string[];
  readonly touched: readonly string[];
  readonly unattended: number;
  readonly asks: number;
  readonly refusedTasks: readonly string[];
}

export function sumOf(played: readonly Played[]): Sum {
  const users = (verdict: Verdict, one: Played): number =>
    one.verdicts.filter((each) => each.by === "user" && each.verdict === verdict).length;
  const ids = (some: readonly Played[]): readonly string[] => some.map(({ trace }) => trace.id);
  return {
    all: played.length,
    succeeded: ids(played.filter(({ succeeded }) => succeeded)),
    touched: ids(played.filter(({ touched }) => touched)),
    unattended: played.filter((one) => users("ask", one) + users("deny", one) === 0).length,
    asks: played.reduce((sum, one) => sum + users("ask", one), 0),
    refusedTasks: ids(played.filter((one) => users("deny", one) > 0)),
  };
}
