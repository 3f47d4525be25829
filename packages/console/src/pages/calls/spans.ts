import type { Call, CallMoment } from "./shapes.ts";

export type SpanName = "waiting" | "approved" | "call";

/** A part of a call's life, on a scale from 0 to 100. */
export interface Span {
  readonly name: SpanName;
  readonly at: number;
  /** Undefined while it lasts. */
  readonly ms: number | undefined;
  readonly from: number;
  readonly width: number;
}

const edges: readonly (readonly [SpanName, from: CallMoment, to: CallMoment])[] = [
  ["waiting", "requested", "decided"],
  ["approved", "decided", "opened"],
  ["call", "opened", "closed"],
];

/** A shorter bar could not be seen. */
const minWidth = 1;

/** Divides the life of a call by the moments that are on record. */
export function spansOf({ times, ms }: Pick<Call, "times" | "ms">): readonly Span[] {
  const moments = new Map(times.map(({ name, at }) => [name, at]));
  const begin = Math.min(...moments.values());
  const scale = 100 / Math.max(1, Math.max(...moments.values()) - begin);
  return edges.flatMap(([name, from, to]) => {
    const at = moments.get(from);
    const length = lengthOf(name, at, moments.get(to));
    if (at === undefined || length === "none") return [];
    const width = Math.max(minWidth, (length ?? 0) * scale);
    // The log has the length of the call itself to the microsecond.
    const exact = name === "call" ? (ms ?? length) : length;
    return [{ name, at, ms: exact, from: Math.min(100 - width, (at - begin) * scale), width }];
  });
}

/** Undefined while the call lasts. `none` without both ends, and if a clock was put back. */
function lengthOf(
  name: SpanName,
  begun: number | undefined,
  ended: number | undefined,
): number | "none" | undefined {
  if (begun === undefined) return "none";
  if (ended === undefined) return name === "call" ? undefined : "none";
  return ended < begun ? "none" : ended - begun;
}
