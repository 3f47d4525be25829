/** The levels of the protocol, from the least to the most urgent. */
const levels = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;

export type LogLevel = (typeof levels)[number];

export function isLogLevel(value: unknown): value is LogLevel {
  return levels.some((level) => level === value);
}

/** Whether a line of this level is wanted by whoever asked for `least` and what is more urgent. */
export function isWanted(level: LogLevel, least: LogLevel): boolean {
  return levels.indexOf(level) >= levels.indexOf(least);
}
