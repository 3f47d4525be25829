import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type {
  Answer,
  Blocked,
  CallMade,
  MoreInfo,
  PartRefused,
} from "@toolcourt/host/internal/answering/answer";
import type { HostEvent } from "@toolcourt/host/internal/answering/create-host";
import type { Bullet } from "@toolcourt/host/internal/grounding/verify";
import type { JsonValue } from "@toolcourt/sdk";
import { type Layout, noteLines, ourLines } from "./answer/lines.ts";
import { callLines, type Fate, rawLines, resultLines } from "./answer/result-lines.ts";
import { bulletLines, rejectedLines, summaryTitle } from "./answer/summary-lines.ts";

/** Formats an answer for people, as lines. */
export function showAnswer(answer: Answer, layout: Layout): readonly string[] {
  return createEventView(layout)({ type: "answer", answer });
}

interface Shown {
  /** The call made, kept until its outcome is known and shown with it. */
  call: CallMade | undefined;
  result: boolean;
  /** The content quoted by bullets. */
  structured: JsonValue | undefined;
  bullets: number;
}

/** Formats each event as it happens. The final answer adds only the parts not yet shown. */
export function createEventView(layout: Layout): (event: HostEvent) => readonly string[] {
  const shown: Shown = {
    call: undefined,
    result: false,
    structured: undefined,
    bullets: 0,
  };
  return (event) => eventLines(event, shown, layout);
}

function eventLines(event: HostEvent, shown: Shown, layout: Layout): readonly string[] {
  if (event.type === "planned") return [];
  if (event.type === "called") {
    shown.call = event.call;
    return [];
  }
  if (event.type === "result") {
    const { structured } = event.result;
    const called = shown.call === undefined ? [] : callLines(shown.call, "answered", layout);
    Object.assign(shown, { call: undefined, result: true, structured });
    return [...called, ...resultLines(event.result, layout)];
  }
  if (event.type === "bullet") {
    shown.bullets += 1;
    const title = shown.bullets === 1 ? summaryTitle(event.bullet, layout) : [];
    return [...title, ...bulletLines(event.bullet, shown.structured, layout)];
  }
  return [
    ...missingOf(event.answer, shown).flatMap((each) => eventLines(each, shown, layout)),
    ...(shown.call === undefined ? [] : callLines(shown.call, fateIn(event.answer), layout)),
    ...closingLines(event.answer, layout, shown.bullets > 0),
  ];
}

/** Returns the events implied by the answer and not yet shown. */
function missingOf(answer: Answer, shown: Readonly<Shown>): readonly HostEvent[] {
  if (answer.kind === "needs_more_info" || shown.result) return missingBullets(answer, shown);
  const { call } = answer;
  const result = answer.kind === "blocked" ? undefined : answer.result;
  return [
    ...(call === undefined ? [] : [{ type: "called", call } as const]),
    ...(result === undefined ? [] : [{ type: "result", result } as const]),
    ...missingBullets(answer, shown),
  ];
}

function missingBullets(answer: Answer, { bullets }: Readonly<Shown>): readonly HostEvent[] {
  const missing = bulletsOf(answer).slice(bullets);
  return missing.map((bullet) => ({ type: "bullet", bullet }));
}

/** Returns the outcome of a call without a result. */
function fateIn(answer: Answer): Fate {
  if (answer.kind !== "blocked") return "answered";
  if (answer.code === "approval-required") return "waits";
  return answer.toolRan === "no" ? "not-called" : "unanswered";
}

function bulletsOf(answer: Answer): readonly Bullet[] {
  return answer.kind === "tool_result_with_summary" ? answer.summary.bullets : [];
}

function closingLines(answer: Answer, layout: Layout, isBegun: boolean): readonly string[] {
  if (answer.kind === "blocked") return blockedLines(answer, layout);
  if (answer.kind === "needs_more_info") return questionLines(answer, layout);
  if (answer.kind === "tool_result_with_summary") return rejectedLines(answer.rejected, layout);
  const { note, refused, raw } = answer;
  return [
    ...(note === undefined ? [] : ["", ...ourLines(printable(note), layout)]),
    ...(refused === undefined ? [] : refusedLines(refused, layout, isBegun)),
    ...(raw === undefined ? [] : rawLines(raw, layout)),
  ];
}

function blockedLines({ code, message, next, call }: Blocked, layout: Layout): readonly string[] {
  return [
    ...(call === undefined ? [] : [""]),
    ...ourLines(`Refused (${printable(code)}): ${printable(message)}`, layout, "red"),
    ...ourLines(`Next: ${printable(next)}`, layout),
  ];
}

function questionLines({ question, missing }: MoreInfo, layout: Layout): readonly string[] {
  const names = missing.map((name) => printable(name)).join(", ");
  return [
    ...ourLines("More is needed before a tool can be called:", layout, "bold"),
    ...noteLines(printable(question), layout, "yellow"),
    ...(names === "" ? [] : noteLines(`missing: ${names}`, layout)),
  ];
}

function refusedLines(
  { part, reasons, issues = [] }: PartRefused,
  layout: Layout,
  isBegun: boolean,
): readonly string[] {
  const none = isBegun ? "The summary broke off, and does not count" : "No summary is shown";
  const what = part === "summary" ? none : "The result was not read";
  const why = [...reasons, ...issues].map((reason) => printable(reason)).join("; ");
  return ["", ...ourLines(why === "" ? `${what}.` : `${what}: ${why}`, layout, "yellow")];
}
