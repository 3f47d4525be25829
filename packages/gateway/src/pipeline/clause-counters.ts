export const clauseNames = [
  "input",
  "output",
  "output-missing",
  "is-error-flag",
  "text-agrees",
  "size",
  "annotations",
] as const;

export const clauseModes = ["off", "observe", "enforce"] as const;

/** Almost no real server sets `isError` or repeats its structure as text, so these two only watch. */
export const defaultClauses: Clauses = {
  input: "enforce",
  output: "enforce",
  "output-missing": "enforce",
  "is-error-flag": "observe",
  "text-agrees": "observe",
  size: "enforce",
  annotations: "enforce",
};

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

export type ClauseMode = (typeof clauseModes)[number];

export type Clauses = Readonly<Record<ClauseName, ClauseMode>>;

/** Shows an operator what a clause refuses, or would refuse, before enforcing it. */
export class ClauseCounters {
  readonly #tallies = new Map<string, Map<ClauseName, Tally>>();

  count(tool: string, clause: ClauseName, isBroken: boolean): void {
    const ofTool = this.#tallies.get(tool) ?? new Map<ClauseName, Tally>();
    if (ofTool.size === 0) this.#tallies.set(tool, ofTool);
    const tally = ofTool.get(clause) ?? { checked: 0, broken: 0 };
    if (tally.checked === 0) ofTool.set(clause, tally);
    tally.checked += 1;
    if (isBroken) tally.broken += 1;
  }

  /** All checked clauses of all tools, most breaches first. */
  counts(): readonly ClauseCount[] {
    return [...this.#tallies]
      .flatMap(([tool, ofTool]) =>
        [...ofTool].map(([clause, tally]) => ({ tool, clause, ...tally })),
      )
      .toSorted((a, b) => b.broken - a.broken);
  }
}

/** The totals of a clause, either watched or enforced. */
export interface ClauseTotal {
  readonly clause: ClauseName;
  readonly mode: "observe" | "enforce";
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
      (["observe", "enforce"] as const).map((mode) => {
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
