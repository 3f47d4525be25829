import type { Exemplar } from "./metrics.ts";

export const callStatuses = ["answered", "failed", "asked", "refused"] as const;
export type CallStatus = (typeof callStatuses)[number];

/** The counted facts of an ended call. Contains no text from callers. */
export interface CountedCall {
  /** Absent if the call named an unknown tool. */
  readonly tool?: { readonly name: string; readonly server: string } | undefined;
  readonly status: CallStatus;
  readonly ms: number;
  /** Absent for a call without an error. */
  readonly error?: { readonly class: string; readonly code: string } | undefined;
  /** Absent if the result was not cacheable. */
  readonly cache?: "hit" | "miss" | undefined;
  /** The trace that recorded the call, and the time in ms. Default: it was not recorded. */
  readonly recorded?: { readonly traceId: string; readonly at: number } | undefined;
}

export interface ErrorCount {
  readonly class: string;
  readonly code: string;
  times: number;
}

/**
 * In seconds: the boundaries of the MCP conventions, and three lower ones, since a gateway is
 * faster than a tool.
 */
export const boundaries = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
] as const;

const boundariesMs = boundaries.map((seconds) => seconds * 1_000);

/** Counters of one tool. */
export class ToolTally {
  readonly tool: string;
  readonly server: string;
  readonly statuses = { answered: 0, failed: 0, asked: 0, refused: 0 };
  readonly errors = new Map<string, ErrorCount>();
  readonly cache = { hit: 0, miss: 0 };
  /** The last recorded call of each bucket. Unset until a call is recorded. */
  exemplars: (Exemplar | undefined)[] | undefined;
  readonly durations = { count: 0, sumMs: 0, buckets: [...boundaries, 0].map(() => 0) };

  constructor(tool: string, server: string) {
    this.tool = tool;
    this.server = server;
  }

  add({ status, ms, cache, error, recorded }: CountedCall): void {
    const { durations } = this;
    this.statuses[status] += 1;
    durations.count += 1;
    durations.sumMs += ms;
    const bucket = bucketOf(ms);
    durations.buckets[bucket] = (durations.buckets[bucket] ?? 0) + 1;
    if (recorded !== undefined) {
      this.exemplars ??= durations.buckets.map(() => undefined);
      const { traceId, at } = recorded;
      this.exemplars[bucket] = { traceId, value: ms / 1_000, at: at / 1_000 };
    }
    if (cache !== undefined) this.cache[cache] += 1;
    if (error !== undefined) addError(this.errors, error);
  }
}

/** Returns the first bucket that holds the time. Linear search, because most calls are short. */
function bucketOf(ms: number): number {
  const index = boundariesMs.findIndex((boundary) => ms <= boundary);
  return index === -1 ? boundariesMs.length : index;
}

function addError(
  errors: Map<string, ErrorCount>,
  { class: kind, code }: NonNullable<CountedCall["error"]>,
): void {
  const key = `${kind} ${code}`;
  const known = errors.get(key);
  if (known === undefined) errors.set(key, { class: kind, code, times: 1 });
  else known.times += 1;
}
