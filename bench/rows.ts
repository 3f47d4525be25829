import { availableParallelism } from "node:os";
import type { Figures } from "./figures.ts";
import type { Era } from "./load/dialect.ts";
import { echoOf, listOf, type Question, rowsOf } from "./load/question.ts";
import { npmGateways } from "./npm-gateways.ts";
import { memory, ownSubjects, raw, type Subject, toolsListed } from "./subjects.ts";

/** What is asked of all subjects of a group. */
export interface Load {
  readonly title: string;
  readonly question: () => Question;
  /** Its share of the plan's calls: large answers need fewer. */
  readonly share: number;
}

const large = 100 * 1024;

export const loads = {
  call: { title: "tools/call of 200 B", question: () => echoOf(200), share: 1 },
  echo: { title: "echo of 100 KB", question: () => echoOf(large), share: 0.2 },
  result: { title: "result of 100 KB", question: () => rowsOf(large), share: 0.2 },
  list: {
    title: `tools/list of ${toolsListed}`,
    question: () => listOf(toolsListed),
    share: 0.2,
  },
} satisfies Readonly<Record<string, Load>>;

export type LoadId = keyof typeof loads;

/**
 * At most so many times the figure of another subject of the group. Of calls per second it is at
 * least so many.
 */
export interface RowBound {
  readonly against: string;
  readonly times: number;
  /** Default: CPU time. */
  readonly figure?: "cpuUs" | "p50Ms" | "perSecond";
  /** What the bound depends on, for the report. Default: nothing. */
  readonly where?: string;
}

/** One line of the result: a subject under a load. */
export interface Row {
  readonly id: string;
  readonly subject: string;
  readonly load: LoadId;
  readonly eras: readonly Era[];
  readonly bounds: readonly RowBound[];
  /** The most CPU time of a call, whatever the others take. */
  readonly maxUs?: number;
  /** The most calls from a cold start until its cost is settled. */
  readonly maxSettledCalls?: number;
}

const both = ["modern", "legacy"] as const;
const atMost = (against: string, times: number): RowBound => ({ against, times });

/** The load and the server need cores too, so two workers do not double the calls of two cores. */
const cores = availableParallelism();
const moreCalls: RowBound = {
  against: "sqlite-read",
  times: cores >= 4 ? 1.8 : 1.4,
  figure: "perSecond",
  where: `${cores} cores`,
};

export const ownRows: readonly Row[] = [
  {
    ...call("memory", [
      atMost("raw", 1.6),
      atMost("naive", 1 / 7),
      { ...atMost("naive", 0.5), figure: "p50Ms" },
    ]),
    maxSettledCalls: 8_000,
  },
  call("sqlite-read", [atMost("raw", 1.95)]),
  call("sqlite-write", [atMost("raw", 2.6)]),
  { ...call("console", [atMost("memory", 1.02)]), eras: ["modern"] },
  { ...call("console-sqlite", [atMost("sqlite-read", 1.02)]), eras: ["modern"] },
  { ...call("viewers", [atMost("memory", 1.05)]), eras: ["modern"] },
  { ...call("viewers-sqlite", [atMost("sqlite-read", 1.05)]), eras: ["modern"] },
  call("guarded-read", [atMost("raw", 2.2), atMost("naive", 1 / 4)]),
  { ...call("guarded-write", []), eras: ["modern"] },
  { ...ofMemory("echo-100k", "echo"), bounds: [atMost("raw", 3.6)] },
  { ...ofMemory("result-100k", "result"), maxUs: 2_500 },
  { ...ofMemory("list-200", "list"), bounds: [atMost("raw", 1), atMost("naive", 1 / 16)] },
  { ...call("sse", [atMost("memory", 1.15)]), eras: ["modern"] },
  call("stdio", [atMost("naive-stdio", 1 / 3)]),
  call("workers", [atMost("sqlite-read", 1.1), moreCalls]),
  // What two processes cost that share nothing but the machine.
  { ...call("apart", []), eras: ["modern"] },
  // A legacy session lives in one replica only.
  { ...call("replicas", [atMost("guarded-read", 2)]), eras: ["modern"] },
];

export const peerRows = npmGateways.map(({ id, eras = both }): Row => ({ ...call(id, []), eras }));

function call(id: string, bounds: readonly RowBound[]): Row {
  return { id, subject: id, load: "call", eras: both, bounds };
}

function ofMemory(id: string, load: LoadId): Row {
  return { id, subject: memory.id, load, eras: ["modern"], bounds: [] };
}

const shortIds = ["memory", "sqlite-read", "sqlite-write", "guarded-read"];

/** What CI compares with the baseline: four rows in one era, beside the raw proxy alone. */
export const shortRows: readonly Row[] = ownRows
  .filter(({ id }) => shortIds.includes(id))
  .map((row) => ({ ...row, eras: ["modern"], bounds: [] }));

/** Rows with the same load and era. Their subjects take turns. */
export interface Group {
  readonly load: LoadId;
  readonly era: Era;
  readonly subjects: readonly Subject[];
}

/** Adds to each group the subjects that all its rows or some bounds compare with. */
export function groupsOf(rows: readonly Row[], references: readonly string[]): readonly Group[] {
  const all = rows.flatMap((row) => row.eras.map((era) => ({ ...row, era })));
  const groups = Map.groupBy(all, ({ load, era }) => `${load} ${era}` as const);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const bounds = group.flatMap((row) => row.bounds.map(({ against }) => against));
    const wanted = new Set([raw.id, ...references, ...bounds, ...group.map((row) => row.subject)]);
    const subjects = [...ownSubjects, ...npmGateways].filter(({ id }) => wanted.has(id));
    return [{ load: first.load, era: first.era, subjects }];
  });
}

/** The figures of one group, by subject. */
export interface GroupFigures {
  readonly load: LoadId;
  readonly era: Era;
  readonly figures: Readonly<Record<string, Figures>>;
  /** Why a subject has none. */
  readonly missing: Readonly<Record<string, string>>;
}
