import { isDeepStrictEqual } from "node:util";
import { createHost, type Host } from "../packages/host/src/answering/create-host.ts";
import { type HostWorld, openHostWorld } from "../test/gate/host-world.ts";
import { createRandom } from "../test/promises/random.ts";
import type { Row } from "./area.ts";
import { tallied } from "./host-figures.ts";
import { type Asked, askedBy } from "./host-fuzz-judge.ts";
import { type FuzzedPlan, fuzzedPlans } from "./host-fuzz-plans.ts";
import { fuzzedTools } from "./host-fuzz-tools.ts";

const plans = 10_000;
const seed = 6;

interface Outcome {
  readonly kind: string;
  /** The deviation from the expected outcome. Default: none. */
  readonly fault?: "ran" | "ran otherwise" | "did not run" | "crashed";
  readonly ran: number;
  readonly code: string;
}

/**
 * Runs invalid plans through the whole host and the whole pipeline, to a server that counts calls.
 */
export async function fuzzRows(): Promise<readonly Row[]> {
  await using world = await openHostWorld({ tools: fuzzedTools.map(({ object }) => object) });
  let said: unknown;
  const host = createHost({ ...world, plan: () => said, summary: "off" });
  const outcomes: Outcome[] = [];
  for (const plan of fuzzedPlans(plans, createRandom(seed))) {
    said = plan.said;
    outcomes.push(await outcomeOf(plan, host, world));
  }
  return rowsOf(outcomes);
}

async function outcomeOf(plan: FuzzedPlan, host: Host, { server, asking }: HostWorld) {
  const { kind, said, mayRun } = plan;
  const before = server.calls.length;
  const code = await host.ask("How warm is it?", asking).then(
    (answer) => (answer.kind === "blocked" ? answer.code : answer.kind),
    () => "thrown",
  );
  const made = server.calls.slice(before);
  const meant = mayRun === false ? undefined : askedBy(await textOf(said));
  const fault = code === "thrown" || code === "gateway-failed" ? "crashed" : faultIn(made, meant);
  return { kind, ran: made.length, code, ...(fault && { fault }) };
}

async function textOf(said: unknown): Promise<string> {
  const value = await said;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function faultIn(made: readonly Asked[], meant: Asked | undefined): Outcome["fault"] {
  if (meant === undefined) return made.length === 0 ? undefined : "ran";
  if (made.length === 0) return "did not run";
  const [call] = made;
  const isMeant = call?.name === meant.name && sameArguments(call.arguments, meant.arguments);
  return made.length === 1 && isMeant ? undefined : "ran otherwise";
}

/** Ignores the argument that only the host fills in. */
function sameArguments(
  { trace_id: _id, ...made }: Asked["arguments"],
  meant: Asked["arguments"],
): boolean {
  return isDeepStrictEqual(made, meant);
}

function rowsOf(outcomes: readonly Outcome[]): readonly Row[] {
  const of = (fault: Outcome["fault"]): readonly string[] =>
    outcomes.filter((one) => one.fault === fault).map(({ kind, code }) => `${kind} (${code})`);
  const ran = outcomes.filter((one) => one.ran > 0);
  return [
    {
      what: "fuzzed plans",
      figure: outcomes.length,
      unit: "count",
      bound: { at: "least", value: plans },
      note: tallied(
        outcomes.map(({ code }) => code),
        20,
      ),
    },
    {
      what: "fuzzed plans: run as they should",
      figure: ran.length,
      unit: "count",
      note: tallied(
        ran.map(({ kind }) => kind),
        10,
      ),
    },
    counted("fuzzed plans: run and should not", [...of("ran"), ...of("ran otherwise")]),
    counted("fuzzed plans: not run and should", of("did not run")),
    counted("fuzzed plans: crashes", of("crashed")),
  ];
}

function counted(what: string, some: readonly string[]): Row {
  const bound = { at: "exactly", value: 0 } as const;
  return { what, figure: some.length, unit: "count", bound, note: tallied(some) };
}
