import type { ItemDifference } from "@toolcourt/contracts/internal/lock/compare-items";
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
import { contractDigest } from "@toolcourt/sdk";
import type { Terminal } from "../../command.ts";
import { type Page, partLines } from "../../reports/revisions.ts";
import { count, createPaint } from "../../style.ts";
import { suggested } from "../../suggest.ts";
import { itemJson, itemLines, itemTotal, takenLine } from "./items.ts";
import { cutTo, leafLines } from "./leaves.ts";
import type { UnsafeView } from "./look-at-lock.ts";

/** A difference from the lock, and its effect on callers. */
export interface ExplainedDifference {
  readonly difference: LockDifference;
  /** Set only for a changed tool. */
  readonly revised?: RevisedTool;
}

export interface LockReport {
  readonly comparison: LockComparison;
  /** Servers that answered, although the comparison counts them as unreached. */
  readonly leftOut: ReadonlySet<string>;
  /** The selected differences. */
  readonly explained: readonly ExplainedDifference[];
  /** The selected prompts, resource templates and views. */
  readonly items: readonly ItemDifference[];
  /** Views that no approval admits. */
  readonly unsafe: readonly UnsafeView[];
  /** Whether everything was selected. Otherwise the selection was named. */
  readonly isWhole: boolean;
  /** Why nothing was compared. Undefined if something was. */
  readonly idle: string | undefined;
}

/** Writes all differences for the approver, before and after. */
export function lockText(report: LockReport, terminal: Terminal): string {
  if (report.idle !== undefined) {
    return [...remarks(report, terminal), suggested(report.idle, terminal)].join("\n");
  }
  const { comparison, explained, items, isWhole } = report;
  const tools = explained.map((each) => [...toolLines(each, terminal), ""].join("\n"));
  const differing = items.filter(({ kind }) => kind !== "takes-name");
  const more = differing.map((each) => [...itemLines(each, terminal), ""].join("\n"));
  const counts = differing.length === 0 ? [] : [itemTotal(differing)];
  const isAboutItems = counts.length > 0 || (!isWhole && items.length > 0);
  const ofTools = explained.length === 0 && isAboutItems ? [] : [total(explained, comparison)];
  return [
    ...tools,
    ...more,
    ...remarks(report, terminal),
    ...report.unsafe.map(unsafeLine),
    ...items.flatMap((each) => takenLine(each, isWhole)),
    ...ofTools,
    ...counts,
  ].join("\n");
}

/** Writes one JSON value with a stable shape. */
export function lockJson({ comparison, explained, items, idle }: LockReport): string {
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
    items: items.map(itemJson),
    newServers,
    unreached,
    unconfigured,
    nonconformant,
    ...(idle !== undefined && { nothing: idle }),
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
    ...("contract" in difference && difference.kind !== "changed" ? addedLines(difference) : []),
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
}: Extract<LockDifference, { contract: unknown }>): readonly string[] {
  return [`  effect ${contract.effect}`, `  ${cutTo(JSON.stringify(contract.description))}`];
}

function remarks({ comparison, leftOut }: LockReport, terminal: Terminal): readonly string[] {
  const { newServers, unreached, unconfigured, nonconformant } = comparison;
  return [
    ...remarkOn(newServers, "the lock does not have this server yet."),
    ...unreached.map((name) => {
      const why = leftOut.has(name)
        ? `is left out; ${suggested("toolcourt servers", terminal)} says why.`
        : "could not be reached.";
      return `${printable(name)}: ${why} What the lock has of it stays as it is.`;
    }),
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

function unsafeLine({ server, name, problem }: UnsafeView): string {
  return `${printable(server)}/${printable(name)}: this view is not safe, and no approval admits it: ${problem}.`;
}

function remarkOn(names: readonly string[], text: string): readonly string[] {
  return names.map((name) => `${printable(name)}: ${text}`);
}

function total(explained: readonly ExplainedDifference[], { unreached }: LockComparison): string {
  if (explained.length === 0) {
    const some = unreached.length === 0 ? "" : " that could be looked at";
    return `Every tool${some} is as the lock has it.`;
  }
  const listed = ["added", "changed", "removed", "unreviewed", "withdrawn", "takes-name"] as const;
  const kinds = listed.flatMap((kind) => {
    const number = explained.filter(({ difference }) => difference.kind === kind).length;
    return number === 0 ? [] : [`${number} ${kind}`];
  });
  return `${count(explained.length, "tool")} different from the lock: ${kinds.join(", ")}.`;
}
