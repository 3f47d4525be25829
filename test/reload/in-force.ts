// Which configurations may have been in force during a call, and what follows for its outcome.

/** What callers can notice of a configuration. */
export interface Permitted {
  readonly tools: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
}

/** One call, from outside. Times are milliseconds of one clock. */
export interface StormCall {
  readonly tool: string;
  readonly key: string;
  readonly beganAt: number;
  readonly endedAt: number;
  /** `answered`, the code of the refusal, `http 401`, or why there is no answer. */
  readonly code: string;
}

interface Span {
  readonly permitted: Permitted;
  /** The first and the last moment at which it may have been in force. */
  readonly from: number;
  to: number;
}

export type Expected = "answer" | "refusal" | "either";

/** All configurations of a run. Two overlap from the order of a change to its confirmation. */
export class InForce {
  readonly #spans: Span[];

  constructor(first: Permitted) {
    this.#spans = [{ permitted: first, from: -Infinity, to: Infinity }];
  }

  /** Notes a change that was ordered and confirmed at these moments. */
  replace(permitted: Permitted, orderedAt: number, confirmedAt: number): void {
    const last = this.#spans.at(-1);
    if (last !== undefined) last.to = confirmedAt;
    this.#spans.push({ permitted, from: orderedAt, to: Infinity });
  }

  /** Returns what a call must come to. Either, if configurations that may have decided differ. */
  expectedOf({ tool, key, beganAt, endedAt }: Omit<StormCall, "code">): Expected {
    const deciding = this.#spans.filter(({ from, to }) => from <= endedAt && to >= beganAt);
    const permits = new Set(
      deciding.map(({ permitted: { tools, keys } }) => tools.has(tool) && keys.has(key)),
    );
    if (permits.size > 1) return "either";
    return permits.has(true) ? "answer" : "refusal";
  }
}

export interface Judged {
  /** Calls that should pass, and did not. */
  readonly failed: readonly StormCall[];
  /** Calls that should be refused, and were answered. */
  readonly passed: readonly StormCall[];
  /** Calls without an answer or with an unexpected refusal, at any time. */
  readonly odd: readonly StormCall[];
  /** How many had one right outcome only. */
  readonly decided: number;
}

/** The refusals of a tool or a key that the configuration does not have. */
const refusals = new Set(["tool-unknown", "http 401"]);

export function judge(calls: readonly StormCall[], inForce: InForce): Judged {
  const all = calls.map((call) => ({ call, expected: inForce.expectedOf(call) }));
  const those = (isWrong: (each: (typeof all)[number]) => boolean): readonly StormCall[] =>
    all.filter(isWrong).map(({ call }) => call);
  return {
    failed: those(({ call, expected }) => expected === "answer" && call.code !== "answered"),
    passed: those(({ call, expected }) => expected === "refusal" && call.code === "answered"),
    odd: those(({ call }) => call.code !== "answered" && !refusals.has(call.code)),
    decided: those(({ expected }) => expected !== "either").length,
  };
}

/** Returns the slope of the straight line that fits best, in units of a value a step. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  const up = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  const across = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return across === 0 ? 0 : up / across;
}
