import { quantileOf } from "./quantile.ts";
import type { Series } from "./read-page.ts";

/** A page of metrics, and when it was read. */
export interface Moment {
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly series: readonly Series[];
}

/** What a gateway does, between two moments. */
export interface View {
  readonly version: string;
  readonly ready: boolean;
  readonly degraded: readonly string[];
  readonly callsPerSecond: number;
  readonly running: number;
  readonly waiting: number;
  readonly slots: { readonly used: number; readonly max: number };
  readonly refusals: readonly Refusals[];
  readonly servers: readonly ServerView[];
  readonly tools: readonly ToolView[];
}

export interface Refusals {
  readonly code: string;
  readonly perSecond: number;
  /** Since the gateway started. */
  readonly total: number;
}

export interface ServerView {
  readonly server: string;
  readonly connected: boolean;
  /** Whether the circuit breaker of the server is open. */
  readonly open: boolean;
  /** Tools that are paused for one caller. */
  readonly paused: number;
  readonly callsPerSecond: number;
}

export interface ToolView {
  readonly tool: string;
  readonly server: string;
  readonly callsPerSecond: number;
  readonly errorsPerSecond: number;
  readonly running: number;
  readonly waiting: number;
  /** Milliseconds, between the moments or since the start. Null without a call. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

/** Compares two pages. Counters that became smaller belong to a gateway that started again. */
export function viewOf(then: Moment, now: Moment): View {
  const page = new Comparison(then, now);
  const tools = toolsOf(page);
  const only = (name: string): number => page.sum(name, {});
  return {
    version: page.values("toolcourt_build_info", "version")[0] ?? "",
    ready: only("toolcourt_ready") === 1,
    degraded: page
      .values("toolcourt_degraded", "part")
      .filter((part) => page.sum("toolcourt_degraded", { part }) > 0),
    callsPerSecond: page.rate("toolcourt_calls_total", {}),
    running: only("toolcourt_calls_running"),
    waiting: only("toolcourt_calls_waiting"),
    slots: { used: only("toolcourt_slots_used"), max: only("toolcourt_slots_max") },
    refusals: refusalsOf(page),
    servers: serversOf(page),
    tools,
  };
}

function refusalsOf(page: Comparison): readonly Refusals[] {
  const name = "toolcourt_call_errors_total";
  return page
    .values(name, "code")
    .map((code) => ({
      code,
      perSecond: page.rate(name, { code }),
      total: page.sum(name, { code }),
    }))
    .toSorted((a, b) => b.perSecond - a.perSecond || b.total - a.total);
}

function serversOf(page: Comparison): readonly ServerView[] {
  return page.values("toolcourt_server_connected", "server").map((server) => ({
    server,
    connected: page.sum("toolcourt_server_connected", { server }) > 0,
    open: page.sum("toolcourt_circuit_open", { server }) > 0,
    paused: page.sum("toolcourt_circuits_paused", { server }),
    callsPerSecond: page.rate("toolcourt_calls_total", { server }),
  }));
}

function toolsOf(page: Comparison): readonly ToolView[] {
  const busy = ({ callsPerSecond, running, waiting }: ToolView): number =>
    callsPerSecond + running + waiting;
  return page
    .values("toolcourt_calls_total", "tool")
    .map((tool) => toolOf(page, tool))
    .toSorted((a, b) => busy(b) - busy(a) || a.tool.localeCompare(b.tool));
}

function toolOf(page: Comparison, tool: string): ToolView {
  const buckets = page.buckets("toolcourt_call_duration_seconds_bucket", { tool });
  return {
    tool,
    server: page.values("toolcourt_calls_total", "server", { tool })[0] ?? "",
    callsPerSecond: page.rate("toolcourt_calls_total", { tool }),
    errorsPerSecond: page.rate("toolcourt_call_errors_total", { tool }),
    running: page.sum("toolcourt_calls_running", { tool }),
    waiting: page.sum("toolcourt_calls_waiting", { tool }),
    p50Ms: quantileOf(0.5, buckets),
    p99Ms: quantileOf(0.99, buckets),
  };
}

type Labels = Readonly<Record<string, string>>;

/** The series of one page, with their growth since another one. */
class Comparison {
  readonly #byName: ReadonlyMap<string, readonly Series[]>;
  readonly #before: ReadonlyMap<string, number>;
  readonly #seconds: number;

  constructor(then: Moment, now: Moment) {
    this.#byName = Map.groupBy(now.series, ({ name }) => name);
    this.#before = new Map(then.series.map((series) => [keyOf(series), series.value]));
    this.#seconds = Math.max(0.001, (now.at - then.at) / 1_000);
  }

  /** Returns the values that a label has, in order. */
  values(name: string, label: string, labels: Labels = {}): readonly string[] {
    const found = this.#found(name, labels).flatMap((series) => series.labels.get(label) ?? []);
    return [...new Set(found)].toSorted();
  }

  sum(name: string, labels: Labels): number {
    return total(this.#found(name, labels).map(({ value }) => value));
  }

  rate(name: string, labels: Labels): number {
    return total(this.#found(name, labels).map((series) => this.#growth(series))) / this.#seconds;
  }

  /** Returns calls up to each boundary: of the time between, or of all time if there were none. */
  buckets(name: string, labels: Labels): ReadonlyMap<number, number> {
    const found = this.#found(name, labels);
    const grown = countsBy(found, (series) => this.#growth(series));
    return [...grown.values()].some((count) => count > 0)
      ? grown
      : countsBy(found, ({ value }) => value);
  }

  #growth(series: Series): number {
    const before = this.#before.get(keyOf(series)) ?? 0;
    return series.value < before ? series.value : series.value - before;
  }

  #found(name: string, labels: Labels): readonly Series[] {
    const wanted = Object.entries(labels);
    return (this.#byName.get(name) ?? []).filter((series) =>
      wanted.every(([label, value]) => series.labels.get(label) === value),
    );
  }
}

function countsBy(
  series: readonly Series[],
  countOf: (series: Series) => number,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const each of series) {
    const boundary = Number((each.labels.get("le") ?? "").replace("+Inf", "Infinity"));
    counts.set(boundary, (counts.get(boundary) ?? 0) + countOf(each));
  }
  return counts;
}

function keyOf({ name, labels }: Series): string {
  return JSON.stringify([name, ...labels]);
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
