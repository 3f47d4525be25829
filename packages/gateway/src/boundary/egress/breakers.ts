import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { EgressFailure, type FailureKind } from "./egress-failure.ts";

export interface BreakerPolicy {
  /** Number of consecutive failures that open the circuit. */
  readonly failures: number;
  readonly openForMs: number;
}

/** The circuits that a request belongs to. */
export interface OnCircuits {
  /** The origin. */
  readonly target: string;
  /** Separates the failures at one target. Default: those of all requests without a key. */
  readonly circuit?: string | undefined;
}

/** Runs work, unless a circuit of it is open. */
export type Breakers = <T>(on: OnCircuits, work: () => Promise<T>) => Promise<T>;

interface Circuit {
  failures: number;
  /** Until then nothing is sent. */
  openUntil: number;
  /** Until then a pending trial holds up other requests. */
  triedUntil: number;
  readonly trialMs: number;
}

const maxCircuits = 10_000;
const trialAgainMs = 1_000;

/**
 * Opens a circuit after several consecutive failures. Later a single trial request decides. The
 * circuit of a target counts only connections that could not be made, because no caller can cause
 * those. All other failures may be due to one caller's arguments, so they count for its own key.
 */
export function createBreakers(policy: BreakerPolicy, clock: Clock): Breakers {
  // Short, because one caller's slow trial must not hold up the others.
  const targets = new Circuits(policy, trialAgainMs);
  const keyed = new Circuits(policy, Number.POSITIVE_INFINITY);

  /** Returns the circuits that the request tries. */
  const admit = (target: string, key: string): readonly Circuit[] => {
    const open = [...targets.openOf(target), ...keyed.openOf(key)];
    if (open.length === 0) return open;
    const now = clock.monotonic();
    if (open.some(({ openUntil, triedUntil }) => now < Math.max(openUntil, triedUntil))) {
      const leftMs = Math.max(...open.map(({ openUntil }) => openUntil)) - now;
      const retryAfterMs = Math.max(trialAgainMs, Math.ceil(leftMs));
      throw new EgressFailure("circuit-open", { retryAfterMs });
    }
    for (const circuit of open) circuit.triedUntil = now + circuit.trialMs;
    return open;
  };

  return async ({ target, circuit }, work) => {
    const key = JSON.stringify([target, circuit]);
    const tried = admit(target, key);
    const ended = (verdict: Verdict): void => {
      const now = clock.monotonic();
      targets.count(target, verdict.target, now);
      keyed.count(key, verdict.key, now);
    };
    try {
      const done = await work();
      ended(answered);
      return done;
    } catch (error) {
      ended(verdictOf(error));
      throw error;
    } finally {
      for (const each of tried) each.triedUntil = 0;
    }
  };
}

/** Circuits by name. Only failing ones are remembered. */
class Circuits {
  readonly #policy: BreakerPolicy;
  readonly #trialMs: number;
  readonly #circuits = new Map<string, Circuit>();

  constructor(policy: BreakerPolicy, trialMs: number) {
    this.#policy = policy;
    this.#trialMs = trialMs;
  }

  /** Returns the circuit in a list. Empty if it is closed. */
  openOf(name: string): readonly Circuit[] {
    const known = this.#circuits.get(name);
    return known !== undefined && known.failures >= this.#policy.failures ? [known] : [];
  }

  count(name: string, sign: Sign, now: number): void {
    if (sign === "none") return;
    if (sign === "well") {
      this.#circuits.delete(name);
      return;
    }
    const { failures, openForMs } = this.#policy;
    const circuit = this.#remember(name);
    circuit.failures += 1;
    if (circuit.failures >= failures) circuit.openUntil = now + openForMs;
  }

  #remember(name: string): Circuit {
    const known = this.#circuits.get(name);
    if (known !== undefined) return known;
    // Callers may cause many, so their number is bounded. An evicted one is tried again.
    const [oldest] = this.#circuits.size < maxCircuits ? [] : this.#circuits.keys();
    if (oldest !== undefined) this.#circuits.delete(oldest);
    const circuit = { failures: 0, openUntil: 0, triedUntil: 0, trialMs: this.#trialMs };
    this.#circuits.set(name, circuit);
    return circuit;
  }
}

/** What the end of a request says about a circuit. */
type Sign = "well" | "failed" | "none";

interface Verdict {
  readonly target: Sign;
  readonly key: Sign;
}

const answered: Verdict = { target: "well", key: "well" };
const nothing: Verdict = { target: "none", key: "none" };
/** Nothing was sent, so the request itself is not to blame. */
const unreached: Verdict = { target: "failed", key: "none" };
const failed: Verdict = { target: "well", key: "failed" };
/** It is unknown whether the target was reached. */
const late: Verdict = { target: "none", key: "failed" };

/** Failures that mean more than a rejected request. TLS may also fail after a request was sent. */
const failures: ReadonlyMap<FailureKind, Verdict> = new Map([
  ["unreachable", unreached],
  ["timed-out", late],
  ["failed", failed],
  ["tls-failed", failed],
  ["cut-short", failed],
  ["garbled", failed],
]);

/** A caller that cancels says nothing about the target. A timeout does. */
function verdictOf(error: unknown): Verdict {
  if (error instanceof TimeoutError) return late;
  return error instanceof EgressFailure ? (failures.get(error.kind) ?? answered) : nothing;
}
