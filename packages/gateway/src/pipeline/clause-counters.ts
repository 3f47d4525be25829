import type { ProfileName } from "@toolcourt/sdk/rules";

export const clauseNames = [
  "input",
  "output",
  "output-missing",
  "output-undeclared",
  "is-error-flag",
  "error-described",
  "text-agrees",
  "size",
  "annotations",
] as const;

export const clauseModes = ["off", "observe", "enforce"] as const;

/** `remove` passes the rest of a result. */
export const removingModes = ["off", "observe", "remove", "enforce"] as const;

/** `user` passes a text marked for people. */
export const textModes = ["off", "observe", "user", "remove", "enforce"] as const;

/**
 * Almost no real server sets `isError`, describes its errors or repeats its structure as text, so
 * these only watch.
 */
export const defaultClauses = {
  input: "enforce",
  output: "enforce",
  "output-missing": "enforce",
  "output-undeclared": "observe",
  "is-error-flag": "observe",
  "error-described": "observe",
  "text-agrees": "observe",
  size: "enforce",
  annotations: "enforce",
} as const satisfies Clauses;

/** Under `core`, only declared fields reach a model: nothing beside the schema, and no prose. */
const coreClauses: Clauses = {
  ...defaultClauses,
  "output-undeclared": "remove",
  "error-described": "enforce",
  "text-agrees": "remove",
};

/** Returns the modes of the clauses that the operator did not set. */
export function defaultClausesOf(profiles: readonly ProfileName[]): Clauses {
  return profiles.includes("core") ? coreClauses : defaultClauses;
}

/** Counts of checks and breaches of a clause. */
export interface ClauseCount {
  readonly tool: string;
  readonly clause: ClauseName;
  readonly checked: number;
  readonly broken: number;
}

interface Tally {
  checked: number;
  broken: number;
}

/** One rule enforced when a contract is used. */
export type ClauseName = (typeof clauseNames)[number];

export type ClauseMode = (typeof textModes)[number];

export type Clauses = Readonly<Record<ClauseName, ClauseMode>>;

/** Counts the checks of one tool's calls. */
export class ToolCounters {
  readonly tallies: Readonly<Record<ClauseName, Tally>> = {
    input: newTally(),
    output: newTally(),
    "output-missing": newTally(),
    "output-undeclared": newTally(),
    "is-error-flag": newTally(),
    "error-described": newTally(),
    "text-agrees": newTally(),
    size: newTally(),
    annotations: newTally(),
  };

  count(clause: ClauseName, isBroken: boolean): void {
    const tally = this.tallies[clause];
    tally.checked += 1;
    if (isBroken) tally.broken += 1;
  }
}

function newTally(): Tally {
  return { checked: 0, broken: 0 };
}

/** Shows an operator what a clause refuses, or would refuse, before enforcing it. */
export class ClauseCounters {
  readonly #tools = new Map<string, ToolCounters>();

  /** Returns the counters of a tool. They outlast its changes. */
  of(tool: string): ToolCounters {
    const known = this.#tools.get(tool) ?? new ToolCounters();
    this.#tools.set(tool, known);
    return known;
  }

  /** All checked clauses of all tools, most breaches first. */
  counts(): readonly ClauseCount[] {
    return [...this.#tools]
      .flatMap(([tool, { tallies }]) =>
        clauseNames.map((clause) => ({ tool, clause, ...tallies[clause] })),
      )
      .filter(({ checked }) => checked > 0)
      .toSorted((a, b) => b.broken - a.broken);
  }
}

/** The totals of a clause in one mode. */
export interface ClauseTotal {
  readonly clause: ClauseName;
  readonly mode: Exclude<ClauseMode, "off">;
  readonly checked: number;
  readonly broken: number;
  /** The tools in breach, worst first. */
  readonly tools: readonly string[];
}

/** Sums the counts of every broken clause, by what a breach meant for the call. */
export function totalsOf(
  counts: readonly ClauseCount[],
  modeOf: (count: ClauseCount) => ClauseMode,
): readonly ClauseTotal[] {
  return clauseNames
    .flatMap((clause) =>
      (["observe", "user", "remove", "enforce"] as const).map((mode) => {
        const own = counts.filter((count) => count.clause === clause && modeOf(count) === mode);
        return { clause, mode, ...sumOf(own) };
      }),
    )
    .filter(({ broken }) => broken > 0);
}

function sumOf(counts: readonly ClauseCount[]): Omit<ClauseTotal, "clause" | "mode"> {
  return {
    checked: counts.reduce((sum, { checked }) => sum + checked, 0),
    broken: counts.reduce((sum, { broken }) => sum + broken, 0),
    tools: counts.filter(({ broken }) => broken > 0).map(({ tool }) => tool),
  };
}
