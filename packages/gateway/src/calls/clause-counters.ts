import type { ClauseName } from "./clauses.ts";

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

/** The counts as one sentence: how many calls a clause would have refused, and in how many tools. */
export function wouldHaveRefused(counts: readonly ClauseCount[], clause: ClauseName): string {
  const ofClause = counts.filter((count) => count.clause === clause);
  const checked = ofClause.reduce((sum, count) => sum + count.checked, 0);
  const broken = ofClause.reduce((sum, count) => sum + count.broken, 0);
  const tools = ofClause.filter((count) => count.broken > 0).length;
  const where = broken === 0 ? "" : `, in ${tools} ${tools === 1 ? "tool" : "tools"}`;
  return `${clause} would have refused ${broken} of ${checked} calls${where}.`;
}
