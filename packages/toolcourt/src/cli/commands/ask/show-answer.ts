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
import { type Look, noted, said } from "./answer/lines.ts";
import { callLines, type Fate, rawLines, resultLines } from "./answer/result-lines.ts";
import { bulletLines, rejectedLines, summaryTitle } from "./answer/summary-lines.ts";

/** Formats an answer for people, as lines. */
export function showAnswer(answer: Answer, look: Look): readonly string[] {
  return createEventView(look)({ type: "answer", answer });
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
export function createEventView(look: Look): (event: HostEvent) => readonly string[] {
  const shown: Shown = {
    call: undefined,
    result: false,
    structured: undefined,
    bullets: 0,
  };
  return (event) => eventLines(event, shown, look);
}

function eventLines(event: HostEvent, shown: Shown, look: Look): readonly string[] {
  if (event.type === "planned") return [];
  if (event.type === "called") {
    shown.call = event.call;
    return [];
  }
  if (event.type === "result") {
    const { structured } = event.result;
    const called = shown.call === undefined ? [] : callLines(shown.call, "answered", look);
    Object.assign(shown, { call: undefined, result: true, structured });
    return [...called, ...resultLines(event.result, look)];
  }
  if (event.type === "bullet") {
    shown.bullets += 1;
    const title = shown.bullets === 1 ? summaryTitle(event.bullet, look) : [];
    return [...title, ...bulletLines(event.bullet, shown.structured, look)];
  }
  return [
    ...missingOf(event.answer, shown).flatMap((each) => eventLines(each, shown, look)),
    ...(shown.call === undefined ? [] : callLines(shown.call, fateIn(event.answer), look)),
    ...closingLines(event.answer, look, shown.bullets > 0),
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

function closingLines(answer: Answer, look: Look, isBegun: boolean): readonly string[] {
  if (answer.kind === "blocked") return blockedLines(answer, look);
  if (answer.kind === "needs_more_info") return questionLines(answer, look);
  if (answer.kind === "tool_result_with_summary") return rejectedLines(answer.rejected, look);
  const { note, refused, raw } = answer;
  return [
    ...(note === undefined ? [] : ["", ...said(printable(note), look)]),
    ...(refused === undefined ? [] : refusedLines(refused, look, isBegun)),
    ...(raw === undefined ? [] : rawLines(raw, look)),
  ];
}

function blockedLines({ code, message, next, call }: Blocked, look: Look): readonly string[] {
  return [
    ...(call === undefined ? [] : [""]),
    ...said(`Refused (${printable(code)}): ${printable(message)}`, look, "red"),
    ...said(`Next: ${printable(next)}`, look),
  ];
}

function questionLines({ question, missing }: MoreInfo, look: Look): readonly string[] {
  const names = missing.map((name) => printable(name)).join(", ");
  return [
    ...said("More is needed before a tool can be called:", look, "bold"),
    ...noted(printable(question), look, "yellow"),
    ...(names === "" ? [] : noted(`missing: ${names}`, look)),
  ];
}

function refusedLines(
  { part, reasons, issues = [] }: PartRefused,
  look: Look,
  isBegun: boolean,
): readonly string[] {
  const none = isBegun ? "The summary broke off, and does not count" : "No summary is shown";
  const what = part === "summary" ? none : "The result was not read";
  const why = [...reasons, ...issues].map((reason) => printable(reason)).join("; ");
  return ["", ...said(why === "" ? `${what}.` : `${what}: ${why}`, look, "yellow")];
}
