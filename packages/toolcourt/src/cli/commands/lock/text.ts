import type {
  LockComparison,
  LockDifference,
} from "@toolcourt/contracts/internal/lock/compare-lock";
import {
  type LeafDifference,
  leafDifferences,
} from "@toolcourt/contracts/internal/revisions/leaf-differences";
import type { RevisedTool } from "@toolcourt/contracts/internal/revisions/revision";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { contractDigest, type JsonValue } from "@toolcourt/sdk";
import type { Terminal } from "../../command.ts";
import { type Page, partLines } from "../../reports/revisions.ts";
import { count, createPaint } from "../../style.ts";

/** A difference from the lock, and its effect on callers. */
export interface ExplainedDifference {
  readonly difference: LockDifference;
  /** Set only for a changed tool. */
  readonly revised?: RevisedTool;
}

export interface LockReport {
  readonly comparison: LockComparison;
  /** The selected differences. */
  readonly explained: readonly ExplainedDifference[];
}

const maxLeaves = 100;

/** Writes all differences for the approver, before and after. */
export function lockText({ comparison, explained }: LockReport, terminal: Terminal): string {
  const tools = explained.map((each) => [...toolLines(each, terminal), ""].join("\n"));
  return [...tools, ...remarks(comparison), total(explained, comparison)].join("\n");
}

/** Writes one JSON value with a stable shape. */
export function lockJson({ comparison, explained }: LockReport): string {
  const { newServers, unreached, unconfigured, nonconformant } = comparison;
  return printableJson({
    differences: explained.map(({ difference, revised }) => ({
      server: difference.server,
      tool: difference.tool,
      kind: difference.kind,
      class: revised?.drift ?? null,
      digest: digestOf(difference) ?? null,
      ...(takenBy(difference) !== undefined && { takes: takenBy(difference) }),
      changes: leavesOf(difference),
    })),
    newServers,
    unreached,
    unconfigured,
    nonconformant,
  });
}

/**
 * Returns the digest that the lock would store for the offered tool. Undefined for a removed tool.
 */
export function digestOf(difference: LockDifference): string | undefined {
  if (difference.kind === "removed") return undefined;
  const { server, asReceived } = difference.contract;
  return contractDigest({ server, asReceived });
}

/** Returns the name that the tool would take from its owner. */
function takenBy(difference: LockDifference): string | undefined {
  return "takes" in difference ? difference.takes : undefined;
}

function takesLines(difference: LockDifference): readonly string[] {
  const name = takenBy(difference);
  if (name === undefined) return [];
  return [`  It would take the name ${printable(name)} from its owner. Name it to approve that.`];
}

function leavesOf(difference: LockDifference): readonly LeafDifference[] {
  if (difference.kind !== "changed") return [];
  return [...leafDifferences(difference.locked.contract, difference.contract.asReceived)];
}

function toolLines(explained: ExplainedDifference, terminal: Terminal): readonly string[] {
  const page = { paint: createPaint(terminal), columns: terminal.columns };
  const { difference, revised } = explained;
  const digest = digestOf(difference);
  return [
    headOf(explained, page),
    ...(digest === undefined ? [] : [page.paint("dim", `  ${digest}`)]),
    ...(difference.kind === "added" || difference.kind === "unreviewed"
      ? addedLines(difference)
      : []),
    ...takesLines(difference),
    ...(revised === undefined ? [] : changedLines(revised, page)),
    ...leafLines(leavesOf(difference)),
  ];
}

function headOf({ difference, revised }: ExplainedDifference, { paint }: Page): string {
  const { server, tool, kind } = difference;
  const name = paint("bold", `${printable(server)}/${printable(tool)}`);
  if (revised?.drift === undefined) return `${name}  ${paint("yellow", kind)}`;
  const { drift } = revised;
  const isBad = drift === "breaking" || drift === "widening";
  return `${name}  ${paint(isBad ? "red" : "green", `${kind}: ${drift}`)}`;
}

/**
 * Lists the changes that affect callers. If there are none but the tool is held, names the changed
 * descriptions.
 */
function changedLines({ parts, drift }: RevisedTool, page: Page): readonly string[] {
  const serious = parts.filter(({ kind }) => kind === "breaking" || kind === "widening");
  if (serious.length === 0) return drift === "breaking" ? [words] : [];
  return serious.flatMap((part) => partLines(part, page));
}

const words = "  What models and reviewers read changed. Read it before you approve it.";

function addedLines({
  contract,
}: Extract<LockDifference, { kind: "added" | "unreviewed" }>): readonly string[] {
  return [`  effect ${contract.effect}`, `  ${cutTo(JSON.stringify(contract.description))}`];
}

function leafLines(leaves: readonly LeafDifference[]): readonly string[] {
  const shown = leaves.slice(0, maxLeaves).flatMap(shownChange);
  const more = leaves.length - maxLeaves;
  return more > 0 ? [...shown, `  and ${count(more, "more place")}: --json shows all`] : shown;
}

function remarks(comparison: LockComparison): readonly string[] {
  const { newServers, unreached, unconfigured, nonconformant } = comparison;
  return [
    ...remarkOn(newServers, "the lock does not have this server yet."),
    ...remarkOn(unreached, "could not be reached. What the lock has of it stays as it is."),
    ...remarkOn(
      unconfigured,
      "is not in the configuration. What the lock has of it stays as it is.",
    ),
    ...nonconformant.map(
      ({ server, tool }) =>
        `${printable(server)}/${printable(tool)}: breaks rules, and is not locked until it conforms.`,
    ),
  ];
}

function remarkOn(names: readonly string[], text: string): readonly string[] {
  return names.map((name) => `${printable(name)}: ${text}`);
}

function total(explained: readonly ExplainedDifference[], { unreached }: LockComparison): string {
  if (explained.length === 0) {
    const some = unreached.length === 0 ? "" : " that could be looked at";
    return `Every tool${some} is as the lock has it.`;
  }
  const listed = ["added", "changed", "removed", "unreviewed", "takes-name"] as const;
  const kinds = listed.flatMap((kind) => {
    const number = explained.filter(({ difference }) => difference.kind === kind).length;
    return number === 0 ? [] : [`${number} ${kind}`];
  });
  return `${count(explained.length, "tool")} different from the lock: ${kinds.join(", ")}.`;
}

/** Number of unchanged characters shown around a change. */
const around = 40;
const maxLength = 2_000;

/** Shows one difference, before and after. For long texts it shows the changed part in full. */
export function shownChange({ pointer, was, now }: LeafDifference): readonly string[] {
  const [before, after] = [textOf(was), textOf(now)];
  const { start, end } = commonEnds(before ?? "", after ?? "");
  const lines = [
    ["-", before],
    ["+", after],
  ] as const;
  return [
    `  ${printable(pointer)}`,
    ...lines.flatMap(([sign, text]) =>
      text === undefined ? [] : [`    ${sign} ${middleOf(text, start, end)}`],
    ),
  ];
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function commonEnds(a: string, b: string): { readonly start: number; readonly end: number } {
  const minLength = Math.min(a.length, b.length);
  let start = 0;
  while (start < minLength && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < minLength - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return { start, end };
}

function middleOf(text: string, start: number, end: number): string {
  const from = start > around ? start - around : 0;
  const to = end > around ? text.length - end + around : text.length;
  const [before, behind] = [from > 0 ? "…" : "", to < text.length ? "…" : ""];
  return `${before}${cutTo(text.slice(from, to))}${behind}`;
}

/** Formats a text for people, truncated, with the number of characters left out. */
function cutTo(text: string): string {
  const more = text.length - maxLength;
  if (more <= 0) return printable(text);
  return `${printable(text.slice(0, maxLength))}… and ${more.toLocaleString("en-US")} more characters`;
}
