import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Budget } from "../../../authoring/probing/report.ts";
import type { TestProgress } from "../../../authoring/probing/test-server.ts";
import { count } from "../../style.ts";
import type { Terminal } from "../../terminal.ts";
import { fitWidth } from "./fit-width.ts";

export interface ProgressOptions {
  readonly terminal: Terminal;
  readonly clock: Pick<Clock, "monotonic">;
  readonly budget: Pick<Budget, "timeMs" | "callsPerTool">;
}

/** Faster drawing is unreadable and would add to the measured time of the server. */
const betweenDrawingsMs = 100;
const barWidth = 20;
/** The width is unknown if reports go to a file. */
const widest = 80;

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
    const columns = Math.min(terminal.columns === 0 ? widest : terminal.columns, widest) - 1;
    terminal.progress(fitWidth(progressLine(progress, share, left), columns));
  };
}

type GivenBudget = ProgressOptions["budget"];

/** A tool counts as complete only when it reports so, however many calls it takes. */
const mostOfTool = 0.95;

function shareDone({ done, tools }: TestProgress, calls: number, budget: GivenBudget): number {
  return (done + Math.min(calls / budget.callsPerTool, mostOfTool)) / Math.max(tools, 1);
}

function progressLine(progress: TestProgress, share: number, left: string): string {
  const { tool, done, tools, calls } = progress;
  const filled = Math.floor(Math.min(share, 1) * barWidth);
  const bar = `[${"#".repeat(filled)}${".".repeat(barWidth - filled)}]`;
  const name = tool === "" ? "(no name)" : printable(tool);
  return `${bar} ${done + 1}/${tools}  ${count(calls, "call")}  ${left}  ${name}`;
}

/** Below this share no estimate is possible. */
const leastShare = 0.05;

/** Estimates from the finished share, limited by the budget. */
function timeLeft(share: number, elapsedMs: number, { timeMs }: GivenBudget): string {
  const mostMs = Math.max(timeMs - elapsedMs, 0);
  const guessMs = share < leastShare ? mostMs : (elapsedMs / share) * (1 - share);
  return guessMs < mostMs ? `about ${inWords(guessMs)} left` : `at most ${inWords(mostMs)} left`;
}

const longestInSeconds = 120;

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return seconds <= longestInSeconds ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
