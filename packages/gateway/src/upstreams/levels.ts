/** The protocol's log levels, the least severe first. */
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

/**
 * Returns whether a line of this level is wanted by a caller that asked for `wanted`. An unknown
 * level matches nothing.
 */
export function isAtLeast(level: string, wanted: string): boolean {
  return isLevel(level) && isLevel(wanted) && levels.indexOf(level) >= levels.indexOf(wanted);
}
