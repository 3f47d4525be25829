import type { Fate, Revision } from "@toolcourt/contracts/internal/revisions/revision";
import { count } from "../style.ts";
import type { Terminal } from "../terminal.ts";

/** The input of every comparison report. */
export interface DiffReport extends Revision {
  /** Labels of the two sides. */
  readonly before: string;
  readonly after: string;
  /** Whether server names are meaningful. Otherwise reports leave them out. */
  readonly isServerKnown: boolean;
}

export type DiffReporter = (report: DiffReport, terminal: Terminal) => string;

/** Names of the fates in reports. */
export const fateWords: Readonly<Record<Fate, string>> = {
  widening: "widening privilege",
  breaking: "breaking",
  unproven: "may break",
  removed: "removed",
  compatible: "compatible",
  cosmetic: "cosmetic",
  added: "added",
  none: "unchanged",
};

const fates: readonly Fate[] = [
  "widening",
  "breaking",
  "unproven",
  "removed",
  "added",
  "compatible",
  "cosmetic",
  "none",
];

/** `3 tools: 1 breaking, 2 unchanged.` */
export function totalOf({ tools }: Revision): string {
  const parts = fates.flatMap((fate) => {
    const number = tools.filter((tool) => tool.fate === fate).length;
    return number === 0 ? [] : [`${number} ${fateWords[fate]}`];
  });
  return parts.length === 0 ? "No tools." : `${count(tools.length, "tool")}: ${parts.join(", ")}.`;
}
