import type { JsonValue } from "@toolcourt/sdk";
import type { LockComparison, LockDifference } from "../../registry/lock/compare-lock.ts";
import { leafDifferences, type LeafDifference } from "../../revisions/leaf-differences.ts";
import type { RevisedTool } from "../../revisions/revision.ts";
import { printable, printableJson } from "../printable.ts";
import { count, createPaint } from "../style.ts";
import type { Terminal } from "../terminal.ts";
import { partLines } from "./text.ts";

/** A difference from the lock, and what it means to callers. */
export interface ExplainedDifference {
  readonly difference: LockDifference;
  /** Only for a tool that changed. */
  readonly revised?: RevisedTool;
}

export interface LockReport {
  readonly comparison: LockComparison;
  /** Those that were asked about. */
  readonly explained: readonly ExplainedDifference[];
}

const mostLeaves = 20;
const longestValue = 300;

/** For people who decide: everything that differs, as it was and as it is. */
export function lockText({ comparison, explained }: LockReport, terminal: Terminal): string {
  const tools = explained.map((each) => [...toolLines(each, terminal), ""].join("\n"));
  return [...tools, ...remarks(comparison), total(explained, comparison)].join("\n");
}

/** One JSON value with a fixed shape. */
export function lockJson({ comparison, explained }: LockReport): string {
  const { newServers, unreached, unconfigured, nonconformant } = comparison;
  return printableJson({
    differences: explained.map(({ difference, revised }) => ({
      server: difference.server,
      tool: difference.tool,
      kind: difference.kind,
      class: revised?.drift ?? null,
      changes: leavesOf(difference),
    })),
    newServers,
    unreached,
    unconfigured,
    nonconformant,
  });
}

function leavesOf(difference: LockDifference): readonly LeafDifference[] {
  if (difference.kind !== "changed") return [];
  return [...leafDifferences(difference.locked.contract, difference.contract.asReceived)];
}

function toolLines(
  { difference, revised }: ExplainedDifference,
  terminal: Terminal,
): readonly string[] {
  const paint = createPaint(terminal);
  const { server, tool, kind } = difference;
  const name = paint("bold", `${printable(server)}/${printable(tool)}`);
  if (kind === "added") return [`${name}  ${paint("yellow", kind)}`, ...addedLines(difference)];
  if (revised === undefined) return [`${name}  ${paint("yellow", kind)}`];
  const { drift = "breaking", parts } = revised;
  const isBad = drift === "breaking" || drift === "widening";
  const serious = parts.filter((part) => part.kind === "breaking" || part.kind === "widening");
  const page = { paint, columns: terminal.columns };
  return [
    `${name}  ${paint(isBad ? "red" : "green", `changed: ${drift}`)}`,
    ...serious.flatMap((part) => partLines(part, page)),
    ...(isBad && serious.length === 0 ? [words] : []),
    ...leafLines(leavesOf(difference)),
  ];
}

const words = "  What models and reviewers read changed. Read it before you approve it.";

function addedLines({ contract }: Extract<LockDifference, { kind: "added" }>): readonly string[] {
  return [`  effect ${contract.effect}`, `  ${shortly(contract.description)}`];
}

function leafLines(leaves: readonly LeafDifference[]): readonly string[] {
  const shown = leaves
    .slice(0, mostLeaves)
    .flatMap(({ pointer, was, now }) => [
      `  ${printable(pointer)}`,
      ...(was === undefined ? [] : [`    - ${shortly(was)}`]),
      ...(now === undefined ? [] : [`    + ${shortly(now)}`]),
    ]);
  const more = leaves.length - mostLeaves;
  return more > 0 ? [...shown, `  and ${count(more, "more place")}`] : shown;
}

function shortly(value: JsonValue): string {
  const text = printable(JSON.stringify(value));
  if (text.length <= longestValue) return text;
  return `${text.slice(0, longestValue)}… (${text.length.toLocaleString("en-US")} characters)`;
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
  const kinds = (["added", "changed", "removed"] as const).flatMap((kind) => {
    const number = explained.filter(({ difference }) => difference.kind === kind).length;
    return number === 0 ? [] : [`${number} ${kind}`];
  });
  return `${count(explained.length, "tool")} not as in the lock: ${kinds.join(", ")}.`;
}
