import type { CallClosed, ToolEvent } from "./events.ts";

/** Call durations in milliseconds. All zero before the first call. */
export interface Durations {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
}

/** The four metrics of every tool. */
export interface ToolMetrics {
  readonly executions: number;
  /** Share of calls that failed, 0 to 1. */
  readonly errorRate: number;
  readonly durations: Durations;
  /** Share of calls answered from a cache, 0 to 1. */
  readonly cacheHitRate: number;
}

interface Tally {
  readonly calls: number;
  readonly failed: number;
  readonly cached: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
}

const none: Tally = { calls: 0, failed: 0, cached: 0, sum: 0, min: Infinity, max: 0 };

/** The metrics of tool calls, in constant space per tool. Its functions may be passed on alone. */
export class Metrics {
  readonly #tallies = new Map<string, Tally>();

  /** Pass this to `invoke` as its observer, or call it from yours. */
  readonly observe = (event: ToolEvent): void => {
    if (event.kind !== "call.closed") return;
    this.#tallies.set(event.tool, counted(this.#tallies.get(event.tool) ?? none, event));
  };

  /** Returns the metrics of one tool. Zeros if it was never called. */
  readonly of = (tool: string): ToolMetrics => figuresOf(this.#tallies.get(tool) ?? none);

  readonly all = (): ReadonlyMap<string, ToolMetrics> =>
    new Map([...this.#tallies].map(([tool, tally]) => [tool, figuresOf(tally)]));
}

/**
 * Aggregates tool calls in memory, with constant space per tool.
 *
 * @example
 * ```ts
 * declare const getCard: Tool;
 * declare const context: ToolContext;
 * const metrics = createMetrics();
 * await getCard.invoke({ cardId: "card_456" }, context, { observe: metrics.observe });
 * metrics.of("get-card").errorRate;
 * ```
 */
export function createMetrics(): Metrics {
  return new Metrics();
}

function counted(tally: Tally, { outcome, cached, ms }: CallClosed): Tally {
  return {
    calls: tally.calls + 1,
    failed: tally.failed + (outcome === "failed" ? 1 : 0),
    cached: tally.cached + (cached ? 1 : 0),
    sum: tally.sum + ms,
    min: Math.min(tally.min, ms),
    max: Math.max(tally.max, ms),
  };
}

function figuresOf({ calls, failed, cached, sum, min, max }: Tally): ToolMetrics {
  const share = (part: number) => (calls === 0 ? 0 : part / calls);
  return {
    executions: calls,
    errorRate: share(failed),
    durations: { count: calls, sum, min: calls === 0 ? 0 : min, max, mean: share(sum) },
    cacheHitRate: share(cached),
  };
}
