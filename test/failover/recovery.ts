/** One call of a caller, from outside. Times are milliseconds of one clock. */
export interface Attempt {
  readonly beganAt: number;
  readonly endedAt: number;
  /** Whether the caller has received a complete answer of a gateway. */
  readonly isAnswered: boolean;
}

/** How long callers felt a kill. */
export interface Recovery {
  /** From the kill to the first answer of a call that began after it. */
  readonly firstMs: number;
  /** From the kill to the moment from which on 99 of 100 new calls are answered. */
  readonly mostMs: number;
}

const most = 0.99;

/** Measures how callers felt a kill. Without an answer after it, both times are infinite. */
export function recoveryAfter(killedAt: number, attempts: readonly Attempt[]): Recovery {
  const after = attempts
    .filter(({ beganAt }) => beganAt >= killedAt)
    .toSorted((a, b) => a.beganAt - b.beganAt);
  const answered = after.filter(({ isAnswered }) => isAnswered);
  const first = Math.min(...answered.map(({ endedAt }) => endedAt));
  return { firstMs: first - killedAt, mostMs: steadyFrom(after) - killedAt };
}

/** Returns the start of the longest run of calls up to the end that is answered often enough. */
function steadyFrom(after: readonly Attempt[]): number {
  let [calls, answered, from] = [0, 0, Number.POSITIVE_INFINITY];
  for (const { isAnswered, beganAt } of after.toReversed()) {
    calls += 1;
    if (isAnswered) answered += 1;
    if (isAnswered && answered / calls >= most) from = beganAt;
  }
  return from;
}
