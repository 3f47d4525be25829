import type { Clock } from "../kernel/clock.ts";
import type { TestProgress } from "../probing/test-server.ts";
import { fitWidth } from "./fit-width.ts";
import { printable } from "./printable.ts";
import { count } from "./style.ts";
import type { Terminal } from "./terminal.ts";

export interface ProgressOptions {
  readonly terminal: Terminal;
  readonly clock: Pick<Clock, "monotonic">;
  /** The most time for all of it. */
  readonly timeMs: number;
}

/** Nobody reads faster, and drawing costs time that the server under test would seem to take. */
const betweenDrawingsMs = 100;
const barWidth = 20;
/** Where reports go to a file nothing says how wide the screen is. */
const widest = 80;

/** Draws how far a test has come, on one line that is drawn over again. */
export function createTestProgress(options: ProgressOptions): (progress: TestProgress) => void {
  const { terminal, clock } = options;
  const started = clock.monotonic();
  let drawn = { at: Number.NEGATIVE_INFINITY, done: -1 };
  return (progress) => {
    const now = clock.monotonic();
    if (progress.done === drawn.done && now - drawn.at < betweenDrawingsMs) return;
    drawn = { at: now, done: progress.done };
    const line = progressLine(progress, { elapsedMs: now - started, timeMs: options.timeMs });
    // A line as wide as the terminal would begin another one.
    terminal.progress(fitWidth(line, Math.min(terminal.columns, widest) - 1));
  };
}

interface Times {
  readonly elapsedMs: number;
  readonly timeMs: number;
}

function progressLine({ tool, done, tools, calls }: TestProgress, times: Times): string {
  const filled = Math.round((done / Math.max(tools, 1)) * barWidth);
  const bar = `[${"#".repeat(filled)}${".".repeat(barWidth - filled)}]`;
  const name = tool === "" ? "(no name)" : printable(tool);
  return `${bar} ${done + 1}/${tools}  ${count(calls, "call")}  ${timeLeft(done, tools, times)}  ${name}`;
}

/** By the tools that are done, and never more than the budget allows. */
function timeLeft(done: number, tools: number, { elapsedMs, timeMs }: Times): string {
  const mostMs = Math.max(timeMs - elapsedMs, 0);
  const guessMs = done === 0 ? mostMs : (elapsedMs / done) * (tools - done);
  return `${done > 0 && guessMs < mostMs ? "about" : "at most"} ${inWords(Math.min(guessMs, mostMs))} left`;
}

const longestInSeconds = 120;

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return seconds <= longestInSeconds ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
