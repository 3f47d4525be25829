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
  const at = new Map(times.map((time) => [time.name, time.at]));
  const begin = Math.min(...at.values());
  const end = Math.max(...at.values());
  const scale = 100 / Math.max(1, end - begin);
  return edges.flatMap(([name, from, to]) => {
    const begun = at.get(from);
    const ended = at.get(to);
    if (begun === undefined || (ended === undefined && name !== "call")) return [];
    if (ended !== undefined && ended < begun) return [];
    const length = ended === undefined ? undefined : ended - begun;
    const width = Math.max(minWidth, (length ?? 0) * scale);
    return [
      {
        name,
        at: begun,
        // The log has the length of the call itself to the microsecond.
        ms: name === "call" ? (ms ?? length) : length,
        from: Math.min(100 - width, (begun - begin) * scale),
        width,
      },
    ];
  });
}
