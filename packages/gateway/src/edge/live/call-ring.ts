import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";

/** The calls of ten seconds. */
export interface CallBucket {
  /** Its beginning, in milliseconds since 1970. */
  readonly at: number;
  readonly count: number;
  readonly refused: number;
  readonly failed: number;
  /** Milliseconds, with an error of at most 12 percent. Null without a call. */
  readonly p50: number | null;
  readonly p95: number | null;
}

/** How a call can end. */
export const callStatuses = ["answered", "failed", "asked", "refused"] as const;

/** Ended calls of one kind. */
export interface Tally {
  readonly status: (typeof callStatuses)[number];
  /** The bin of their latency. */
  readonly bin: number;
  readonly calls: number;
}

export const bucketSeconds = 10;
const bucketMs = bucketSeconds * 1_000;
/** One hour. */
const maxBuckets = 360;

/** Each bin is a quarter longer than the one before, from a tenth of a millisecond to minutes. */
const growth = 1.25;
const leastMs = 0.1;
const bins = 70;
const perBin = 1 / Math.log(growth);

/** Returns the bin of a latency. */
export function binOf(ms: number): number {
  const bin = Math.ceil(Math.log(ms / leastMs) * perBin);
  return bin >= 0 ? Math.min(bin, bins - 1) : 0;
}

/** Counts of the last hour, in memory of a fixed size. */
export class CallRing {
  readonly #clock: Pick<Clock, "now">;
  readonly #buckets = new Map<number, Bucket>();
  #newest: Bucket | undefined;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Counts calls of one kind as ended now. */
  add({ status, bin, calls }: Tally): void {
    const bucket = this.#bucketNow();
    const at = Math.min(bin, bins - 1);
    bucket.count += calls;
    if (status === "refused") bucket.refused += calls;
    if (status === "failed") bucket.failed += calls;
    bucket.latencies[at] = (bucket.latencies[at] ?? 0) + calls;
  }

  /** Returns the buckets since the first call of the last hour, the oldest first. */
  buckets(): readonly CallBucket[] {
    const last = this.#slotNow();
    const slots = [...this.#buckets.keys()].filter((slot) => slot > last - maxBuckets);
    const first = Math.min(...slots);
    if (slots.length === 0) return [];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
      described(first + index, this.#buckets.get(first + index)),
    );
  }

  #slotNow(): number {
    return Math.floor(this.#clock.now() / bucketMs);
  }

  #bucketNow(): Bucket {
    const slot = this.#slotNow();
    if (this.#newest?.slot === slot) return this.#newest;
    const bucket = this.#buckets.get(slot) ?? newBucket(slot);
    this.#buckets.set(slot, bucket);
    this.#newest = bucket;
    for (const old of this.#buckets.keys()) {
      if (old <= slot - maxBuckets || old > slot) this.#buckets.delete(old);
    }
    return bucket;
  }
}

interface Bucket {
  readonly slot: number;
  count: number;
  refused: number;
  failed: number;
  readonly latencies: Uint32Array;
}

function newBucket(slot: number): Bucket {
  return { slot, count: 0, refused: 0, failed: 0, latencies: new Uint32Array(bins) };
}

function described(slot: number, bucket: Bucket = newBucket(slot)): CallBucket {
  const { count, refused, failed } = bucket;
  const [p50, p95] = [quantile(bucket, 0.5), quantile(bucket, 0.95)];
  return { at: slot * bucketMs, count, refused, failed, p50, p95 };
}

/** Returns the middle of the bin that holds the quantile. */
function quantile({ count, latencies }: Bucket, part: number): number | null {
  if (count === 0) return null;
  const rank = Math.ceil(count * part);
  let seen = 0;
  const bin = latencies.findIndex((calls) => {
    seen += calls;
    return seen >= rank;
  });
  return Number((leastMs * growth ** (bin - 0.5)).toPrecision(3));
}
