import { dirname } from "node:path";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Terminal } from "../../command.ts";
import { count, createPaint, tableRows } from "../../style.ts";
import { suggested } from "../../suggest.ts";
import type { Adoption } from "./adopt-tools.ts";

export interface AdoptSummary {
  readonly server: string;
  readonly adoptions: readonly Adoption[];
  readonly dryRun: boolean;
}

/** Formats a table of each tool's result, and the next steps. */
export function adoptText(
  summary: AdoptSummary,
  terminal: Pick<Terminal, "color" | "suggest">,
): string {
  const { adoptions, dryRun } = summary;
  const paint = createPaint(terminal);
  const [head = "", ...rows] = tableRows([
    heads,
    ...adoptions.map((adoption) => cellsOf(adoption, dryRun)),
  ]);
  return [
    paint("bold", head),
    ...rows,
    "",
    ...totals(summary),
    ...wider(summary),
    ...unseen(summary, terminal),
    ...next(summary, terminal),
  ].join("\n");
}

/**
 * Returns one JSON value with a fixed shape, for programs. A dry run includes the texts that would
 * be written.
 */
export function adoptJson(summary: AdoptSummary): string {
  return printableJson(adoptValue(summary));
}

/** Returns the value behind `adoptJson`. */
export function adoptValue({ server, adoptions, dryRun }: AdoptSummary): object {
  const tools = adoptions.map(({ text, ...adoption }) =>
    dryRun && text !== undefined ? { ...adoption, text } : adoption,
  );
  const countOf = (is: (adoption: Adoption) => boolean): number => adoptions.filter(is).length;
  const summary = {
    tools: adoptions.length,
    callableBefore: countOf(({ wasCallable }) => wasCallable),
    callable: countOf(({ callable }) => callable),
    withApproval: countOf(({ withApproval }) => withApproval),
    written: dryRun ? 0 : countOf(({ state }) => state === "written"),
  };
  return { server, dryRun, tools, summary };
}

const heads = ["TOOL", "LACKED", "SAMPLES", "OUTPUT", "OVERLAY", "CALLABLE"];

function cellsOf(adoption: Adoption, dryRun: boolean): readonly string[] {
  const { tool, lacked, samples, output, state, callable, withApproval } = adoption;
  return [
    printable(tool),
    lacked.length === 0 ? "nothing" : lacked.join(", "),
    String(samples),
    output,
    dryRun && state === "written" ? "would be written" : states[state],
    callable ? (withApproval ? "with approval" : "yes") : "no",
  ];
}

const states = {
  written: "written",
  complete: "nothing to write",
  kept: "written by another process meanwhile",
  namesake: "none: another differs in capital letters only",
  unreadable: "none: the tool cannot be read",
} satisfies Record<Adoption["state"], string>;

function totals({ adoptions, dryRun }: AdoptSummary): readonly string[] {
  const written = adoptions.filter(({ state }) => state === "written");
  const callable = adoptions.filter((adoption) => adoption.callable).length;
  const asked = adoptions.filter(({ withApproval }) => withApproval).length;
  const approved = asked === 0 ? "" : ` (${asked} with approval)`;
  const before = adoptions.filter(({ wasCallable }) => wasCallable).length;
  const [first] = written;
  const place = first?.file === undefined ? "" : ` in ${printable(dirname(first.file))}`;
  const did = dryRun ? "Would write" : "Wrote";
  return [
    `${count(adoptions.length, "tool")}: ${before} callable before, ${callable} now${approved}. ${did} ${count(written.length, "overlay")}${place}.`,
  ];
}

const maxParts = 5;

/** Lists the parts of schemas in which the gateway now refuses less than the server says. */
function wider({ adoptions }: AdoptSummary): readonly string[] {
  const lines = adoptions
    .filter(({ widened }) => widened.length > 0)
    .map(({ tool, widened }) => {
      const shown = widened.slice(0, maxParts).map(printable).join(", ");
      const others = widened.length > maxParts ? `, and ${widened.length - maxParts} others` : "";
      return `  ${printable(tool)}: ${shown}${others}`;
    });
  if (lines.length === 0) return [];
  return [
    "",
    "These schemas cannot be checked safely, so their overlays accept more in these parts.",
    "The server still checks them itself:",
    ...lines,
  ];
}

/** Lists tools without any result, why, and how to get one. */
function unseen(
  { server, adoptions }: AdoptSummary,
  terminal: Pick<Terminal, "suggest">,
): readonly string[] {
  const blind = adoptions.filter(({ samples, output }) => samples === 0 && output === "blocks");
  if (blind.length === 0) return [];
  const names = (changes: boolean): string =>
    blind
      .filter((each) => each.changes === changes)
      .map(({ tool }) => printable(tool))
      .join(", ");
  const [changing, reading] = [names(true), names(false)];
  return [
    "",
    "No results of these tools were recorded, so their overlays declare only content types:",
    ...(reading === "" ? [] : [`  ${reading}`]),
    ...(changing === "" ? [] : [`  ${changing} (may change something, so adopt never calls them)`]),
    "To record results, serve with --record, use the tools, then adopt again:",
    `  ${suggested("toolcourt serve --record calls.jsonl", terminal)}`,
    `  ${suggested(`toolcourt adopt ${printable(server)} --from calls.jsonl --force`, terminal)}`,
  ];
}

function next(
  { adoptions, dryRun }: AdoptSummary,
  terminal: Pick<Terminal, "suggest">,
): readonly string[] {
  const written = adoptions.find(({ state }) => state === "written");
  if (dryRun || written?.file === undefined) return [];
  const explained = /^\w[\w./-]*$/.test(written.tool) ? written.tool : "--help";
  return [
    "",
    `Review the overlays in ${printable(dirname(written.file))}, then see what applies and lock it:`,
    `  ${suggested(`toolcourt explain ${explained}`, terminal)}`,
    `  ${suggested("toolcourt lock", terminal)}`,
  ];
}
