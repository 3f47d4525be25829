import type { JsonValue } from "@toolcourt/sdk";
import type { Fate, RevisedTool, Revision } from "../../revisions/revision.ts";
import { printable } from "../printable.ts";
import { count } from "../style.ts";
import type { Terminal } from "../terminal.ts";

/** What a report of a comparison may show. */
export interface DiffReport extends Revision {
  /** How the two sides are called. */
  readonly before: string;
  readonly after: string;
  /** Whether the names of servers tell anybody anything. */
  readonly isServerKnown: boolean;
}

export type DiffReporter = (report: DiffReport, terminal: Terminal) => string;

/** What people are told that a fate is. */
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

/** What a report calls a tool, not fit to be shown yet. */
export function nameIn({ isServerKnown }: DiffReport, { server, name }: RevisedTool): string {
  return isServerKnown ? `${server}/${name}` : name;
}

/** Tools about which there is something to say. */
export function toldOf({ tools }: Revision): readonly RevisedTool[] {
  return tools.filter(({ fate, findings }) => fate !== "none" || findings.length > 0);
}

const longestWitness = 400;

/** A value on one line, at most so long that it can be read. Like all foreign text it is shown escaped. */
export function witnessText(value: JsonValue): string {
  const text = printable(JSON.stringify(value));
  if (text.length <= longestWitness) return text;
  return `${text.slice(0, longestWitness)}… (${text.length.toLocaleString("en-US")} characters)`;
}

export const witnessWords = {
  input: "Was accepted, is refused now",
  output: "Could not come before, can now",
} as const;
