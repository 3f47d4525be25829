/** How grave a line of a server's log is, least first, in the words of the protocol. */
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

export type Level = (typeof levels)[number];

export function isLevel(value: unknown): value is Level {
  return levels.some((level) => level === value);
}

/** Whether a line of this level is wanted by somebody who asked for `wanted`. Whoever asked for no level we know wants none. */
export function isAtLeast(level: string, wanted: string): boolean {
  return isLevel(level) && isLevel(wanted) && levels.indexOf(level) >= levels.indexOf(wanted);
}
