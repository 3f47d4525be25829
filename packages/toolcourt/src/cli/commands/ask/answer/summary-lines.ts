import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { textAt } from "@toolcourt/host/internal/grounding/source";
import type { Rejected } from "@toolcourt/host/internal/grounding/summary";
import type { Bullet } from "@toolcourt/host/internal/grounding/verify";
import type { JsonValue } from "@toolcourt/sdk";
import { count, createPaint } from "../../../style.ts";
import { foreignLines, type Layout, ourLines, widthUnder } from "./lines.ts";

const titles = {
  quoted: "Summary, word for word from the result",
  paraphrased: "Summary in other words (paraphrase); only the quotes are the tool's",
} as const;

export function summaryTitle(bullet: Bullet, layout: Layout): readonly string[] {
  return ["", ...ourLines(isQuoted(bullet) ? titles.quoted : titles.paraphrased, layout, "bold")];
}

/**
 * Formats a claim with its quote and the context of the quote. Each claim that is not verbatim is
 * marked.
 */
export function bulletLines(
  bullet: Bullet,
  structured: JsonValue | undefined,
  layout: Layout,
): readonly string[] {
  const { claim, evidence, pointer, start, end } = bullet;
  const shown = isQuoted(bullet) ? claim : `(paraphrase) ${claim}`;
  const place = `at ${pointer === "" ? "the whole result" : pointer}, characters ${start} to ${end}`;
  return [
    ...listed(foreignLines(shown, widthUnder(layout, item))),
    ...foreignLines(evidence, widthUnder(layout, quote)).map((line) => `${quote}${line}`),
    ...[place, ...around(bullet, structured)].flatMap((text) => deepLines(text, layout)),
  ];
}

function deepLines(text: string, layout: Layout): readonly string[] {
  const paint = createPaint(layout);
  return foreignLines(text, widthUnder(layout, deep)).map((line) => `${deep}${paint("dim", line)}`);
}

/** Context around a quote, in characters. */
const nearby = 80;

function around(
  { pointer, start, end }: Bullet,
  structured: JsonValue | undefined,
): readonly string[] {
  const text = structured === undefined ? "" : (textAt(structured, pointer) ?? "");
  const before = oneLine(text.slice(Math.max(0, start - nearby), start));
  const after = oneLine(text.slice(end, end + nearby));
  return [
    ...(before === "" ? [] : [`before: ${start > nearby ? "…" : ""}${before}`]),
    ...(after === "" ? [] : [`after: ${after}${end + nearby < text.length ? "…" : ""}`]),
  ];
}

function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(/\s+/g, " ").trim();
}

const item = "  * ";
const quote = "    > ";
const deep = "      ";

function listed(lines: readonly string[]): readonly string[] {
  return lines.map((line, at) => `${at === 0 ? item : " ".repeat(item.length)}${line}`);
}

function isQuoted({ claim, evidence }: Bullet): boolean {
  return claim === evidence;
}

/** Counts the rejected claims, with each reason and its frequency. */
export function rejectedLines(rejected: readonly Rejected[], layout: Layout): readonly string[] {
  if (rejected.length === 0) return [];
  const reasons = new Map<string, number>();
  for (const reason of rejected.flatMap((one) => one.reasons)) {
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const list = [...reasons].map(([reason, times]) => `${printable(reason)} (${times})`);
  const title = `${count(rejected.length, "claim")} not shown, because the result does not support it:`;
  return ["", ...ourLines(`${title} ${list.join(", ")}`, layout, "yellow")];
}
