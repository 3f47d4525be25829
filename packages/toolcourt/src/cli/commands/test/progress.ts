import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Budget } from "../../../authoring/probing/report.ts";
import type { TestProgress } from "../../../authoring/probing/test-server.ts";
import type { Terminal } from "../../command.ts";
import { count } from "../../style.ts";

export interface ProgressOptions {
  readonly terminal: Terminal;
  readonly clock: Pick<Clock, "monotonic">;
  readonly budget: Pick<Budget, "timeMs" | "callsPerTool">;
}

/** Faster drawing is unreadable and would add to the measured time of the server. */
const betweenDrawingsMs = 100;
const barWidth = 20;
/** The width is unknown if reports go to a file. */
const maxColumns = 80;

/** Draws the progress of a test on one line that it overwrites. */
export function createTestProgress(options: ProgressOptions): (progress: TestProgress) => void {
  const { terminal, clock, budget } = options;
  const started = clock.monotonic();
  let drawnAt = Number.NEGATIVE_INFINITY;
  let current = { done: -1, callsBefore: 0 };
  return (progress) => {
    const now = clock.monotonic();
    const isNew = progress.done !== current.done;
    if (isNew) current = { done: progress.done, callsBefore: progress.calls };
    if (!isNew && now - drawnAt < betweenDrawingsMs) return;
    drawnAt = now;
    const share = shareDone(progress, progress.calls - current.callsBefore, budget);
    const left = timeLeft(share, now - started, budget);
    // A line as wide as the terminal would wrap. Zero columns means unknown.
    const columns =
      Math.min(terminal.columns === 0 ? maxColumns : terminal.columns, maxColumns) - 1;
    terminal.progress(fitWidth(progressLine(progress, share, left), columns));
  };
}

type GivenBudget = ProgressOptions["budget"];

/** A tool counts as complete only when it reports so, however many calls it takes. */
const maxShareOfTool = 0.95;

function shareDone({ done, tools }: TestProgress, calls: number, budget: GivenBudget): number {
  return (done + Math.min(calls / budget.callsPerTool, maxShareOfTool)) / Math.max(tools, 1);
}

function progressLine(progress: TestProgress, share: number, left: string): string {
  const { tool, done, tools, calls } = progress;
  const filled = Math.floor(Math.min(share, 1) * barWidth);
  const bar = `[${"#".repeat(filled)}${".".repeat(barWidth - filled)}]`;
  const name = tool === "" ? "(no name)" : printable(tool);
  return `${bar} ${done + 1}/${tools}  ${count(calls, "call")}  ${left}  ${name}`;
}

/** Below this share no estimate is possible. */
const minShare = 0.05;

/** Estimates from the finished share, limited by the budget. */
function timeLeft(share: number, elapsedMs: number, { timeMs }: GivenBudget): string {
  const maxMs = Math.max(timeMs - elapsedMs, 0);
  const guessMs = share < minShare ? maxMs : (elapsedMs / share) * (1 - share);
  return guessMs < maxMs ? `about ${inWords(guessMs)} left` : `at most ${inWords(maxMs)} left`;
}

const maxInSeconds = 120;

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return seconds <= maxInSeconds ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

// Node exports no column counter. `Intl` finds the grapheme boundaries.
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Characters two columns wide. Halfwidth forms belong to the same scripts and are excluded. */
const wide =
  /[[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u{fe0f}\u{3000}-\u{303e}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}]--[\u{ff61}-\u{ffdc}]]/v;

/** Zero-width characters without a base character. */
const bare = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Truncates a text to a number of terminal columns, without splitting graphemes. */
export function fitWidth(text: string, columns: number): string {
  let kept = "";
  let used = 0;
  for (const { segment, index } of letters.segment(text)) {
    used += widthOf(segment);
    if (used > columns) return `${kept}…`;
    // Keeps one column free for the ellipsis.
    if (used < columns) kept = text.slice(0, index + segment.length);
  }
  return text;
}

function widthOf(letter: string): number {
  if (wide.test(letter)) return 2;
  return bare.test(letter) ? 0 : 1;
}
