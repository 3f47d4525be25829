import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { type Level, levels } from "./events.ts";
import { type CallEntry, isOfCall, type LogEntry, type LogWriter } from "./logger.ts";

export interface WriterOptions {
  /**
   * Prints one line without its line end. Usually to standard error: standard output belongs to the
   * protocol.
   */
  readonly print: (line: string, entry: LogEntry) => void;
  /** Minimum level to print. */
  readonly minLevel: Level;
  /** Prefix of event names that are printed at any level. Default: none. */
  readonly always?: string | undefined;
  /**
   * Level of the start and the end of calls. Failed and refused calls are at least warnings.
   * Default: `info`.
   */
  readonly callLevel?: Level | undefined;
}

/**
 * Creates a writer of `LEVEL: sentence` lines, for people.
 *
 * @example
 * ```ts
 * const print = (line: string) => console.error(line);
 * const write = createTextWriter({ print, minLevel: "warning", always: "call." });
 * ```
 */
export function createTextWriter({ print, ...from }: WriterOptions): LogWriter {
  return printing(from, (entry, level) => {
    const { event, sentence } = entry;
    // The requirements quote these texts with their line ends.
    const text =
      event === "start.failed" ? sentence.split("\n").map(oneLine).join("\n") : oneLine(sentence);
    print(`${level.toUpperCase()}: ${text}`, entry);
  });
}

/**
 * Creates a writer of one JSON object per line, for machines.
 *
 * @example
 * ```ts
 * import { systemClock } from "@toolcourt/contracts";
 * const print = (line: string) => console.error(line);
 * const write = createJsonWriter({ print, minLevel: "info", clock: systemClock });
 * ```
 */
export function createJsonWriter({
  print,
  clock,
  ...from
}: WriterOptions & { readonly clock: Clock }): LogWriter {
  return printing(from, (entry, level) => {
    const { event, sentence, fields } = entry;
    const time = new Date(clock.now()).toISOString();
    const line = JSON.stringify({ time, level, event, message: sentence, fields });
    print(isPlain(line) ? line : line.replace(unprintable, escapeUnits), entry);
  });
}

function printing(
  { minLevel, always, callLevel = "info" }: Omit<WriterOptions, "print">,
  write: (entry: LogEntry, level: Level) => void,
): LogWriter {
  const lowest = levels.indexOf(minLevel);
  return (entry) => {
    if (entry.isDetail === true && minLevel !== "debug") return;
    const isAlways = always !== undefined && entry.event.startsWith(always);
    const level = isOfCall(entry) ? levelOf(entry, callLevel) : entry.level;
    if (isAlways || levels.indexOf(level) >= lowest) write(entry, level);
  };
}

function levelOf({ fields }: CallEntry, callLevel: Level): Level {
  return fields.status === "failed" || fields.status === "refused" ? "warning" : callLevel;
}

// Names in a sentence are untrusted: a line end in one must not forge a log line.
const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

// Most lines are plain, and this test is far cheaper than the replacement.
const isPlain = (text: string): boolean => !/[^ -~]/.test(text);

/** Escapes line ends and all other characters without a glyph. */
export function oneLine(text: string): string {
  if (isPlain(text)) return text;
  return text.replace(unprintable, (found) => `\\u{${found.codePointAt(0)?.toString(16) ?? ""}}`);
}

function escapeUnits(found: string): string {
  return found
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
