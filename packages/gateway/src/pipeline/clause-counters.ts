import { type ClauseMode, type ClauseName, clauseNames } from "./clauses.ts";

/** How often a clause was looked at, and how often it was broken. */
export interface ClauseCount {
  readonly tool: string;
  readonly clause: ClauseName;
  readonly checked: number;
  readonly broken: number;
}

/** Lets an operator see what a clause refuses, or would refuse, before turning it on. */
export interface ClauseCounters {
  readonly count: (tool: string, clause: ClauseName, isBroken: boolean) => void;
  /** Every clause of every tool that was looked at, those broken most often first. */
  readonly counts: () => readonly ClauseCount[];
}

interface Tally {
  checked: number;
  broken: number;
}

export function createClauseCounters(): ClauseCounters {
  const tallies = new Map<string, Map<ClauseName, Tally>>();

  const tallyOf = (tool: string, clause: ClauseName): Tally => {
    const ofTool = tallies.get(tool) ?? new Map<ClauseName, Tally>();
    if (ofTool.size === 0) tallies.set(tool, ofTool);
    const tally = ofTool.get(clause) ?? { checked: 0, broken: 0 };
    if (tally.checked === 0) ofTool.set(clause, tally);
    return tally;
  };

  return {
    count: (tool, clause, isBroken) => {
      const tally = tallyOf(tool, clause);
      tally.checked += 1;
      if (isBroken) tally.broken += 1;
    },
    counts: () =>
      [...tallies]
        .flatMap(([tool, ofTool]) =>
          [...ofTool].map(([clause, tally]) => ({ tool, clause, ...tally })),
        )
        .toSorted((a, b) => b.broken - a.broken),
  };
}

/** What one clause came to, where it was only watched or where it was enforced. */
export interface ClauseTotal {
  readonly clause: ClauseName;
  readonly mode: "observe" | "enforce";
  readonly checked: number;
  readonly broken: number;
  /** Those that broke it, the worst first. */
  readonly tools: readonly string[];
}

/** The counts of every clause that was broken, by what a breach meant for the call. */
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
