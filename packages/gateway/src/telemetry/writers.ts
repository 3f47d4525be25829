import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { type Level, levels } from "./events.ts";
import type { LogEntry, LogWriter } from "./logger.ts";

export interface WriterOptions {
  /**
   * Prints one line without its line end. Usually to standard error: standard output belongs to the
   * protocol.
   */
  readonly print: (line: string) => void;
  /** Minimum level to print. */
  readonly minLevel: Level;
  /** Prefix of event names that are printed at any level. Default: none. */
  readonly always?: string | undefined;
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
  return printing(from, ({ level, sentence }) => {
    print(oneLine(`${level.toUpperCase()}: ${sentence}`));
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
  return printing(from, ({ level, event, sentence, fields }) => {
    const time = new Date(clock.now()).toISOString();
    const line = JSON.stringify({ time, level, event, message: sentence, fields });
    print(line.replace(unprintable, escapeUnits));
  });
}

function printing(
  { minLevel, always }: Omit<WriterOptions, "print">,
  write: (entry: LogEntry) => void,
): LogWriter {
  const lowest = levels.indexOf(minLevel);
  return (entry) => {
    const isAlways = always !== undefined && entry.event.startsWith(always);
    if (isAlways || levels.indexOf(entry.level) >= lowest) write(entry);
  };
}

// Names in a sentence are untrusted: a line end in one must not forge a log line.
const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

function oneLine(text: string): string {
  return text.replace(unprintable, (found) => `\\u{${found.codePointAt(0)?.toString(16) ?? ""}}`);
}

function escapeUnits(found: string): string {
  return found
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
