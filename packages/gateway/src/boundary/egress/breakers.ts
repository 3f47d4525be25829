import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { EgressFailure, type FailureKind } from "./egress-failure.ts";

export interface BreakerPolicy {
  /** Number of consecutive failures that open the circuit. */
  readonly failures: number;
  readonly openForMs: number;
}

/** Runs work for a target, unless its circuit is open. */
export type Breakers = <T>(target: string, work: () => Promise<T>) => Promise<T>;

interface Circuit {
  failures: number;
  /** Until then nothing is sent. */
  openUntil: number;
  isOnTrial: boolean;
}

/** Failures that mean the target is unhealthy, rather than that it rejected a request. */
const unwell = new Set<FailureKind>([
  "failed",
  "unreachable",
  "tls-failed",
  "timed-out",
  "cut-short",
  "garbled",
]);

const maxTargets = 1_000;

/**
 * Opens the circuit of a target after several consecutive failures, across all callers. Later a
 * single trial request decides. Only failing targets are remembered.
 */
export function createBreakers({ failures, openForMs }: BreakerPolicy, clock: Clock): Breakers {
  const circuits = new Map<string, Circuit>();
  const remember = (target: string): Circuit => {
    const known = circuits.get(target);
    if (known !== undefined) return known;
    // Callers may choose the targets, so their number is bounded. An evicted target is tried again.
    const [oldest] = circuits.size < maxTargets ? [] : circuits.keys();
    if (oldest !== undefined) circuits.delete(oldest);
    const circuit = { failures: 0, openUntil: 0, isOnTrial: false };
    circuits.set(target, circuit);
    return circuit;
  };

  const failed = (target: string, error: unknown): void => {
    if (!isUnwell(error)) {
      if (error instanceof EgressFailure) circuits.delete(target);
      return;
    }
    const circuit = remember(target);
    circuit.failures += 1;
    if (circuit.failures >= failures) circuit.openUntil = clock.monotonic() + openForMs;
  };

  return async (target, work) => {
    const circuit = circuits.get(target);
    const isTrial = circuit !== undefined && circuit.failures >= failures;
    if (isTrial) admit(circuit, clock.monotonic());
    try {
      const done = await work();
      circuits.delete(target);
      return done;
    } catch (error) {
      failed(target, error);
      throw error;
    } finally {
      if (isTrial) circuit.isOnTrial = false;
    }
  };
}

const trialAgainMs = 1_000;

function admit(circuit: Circuit, now: number): void {
  const { isOnTrial, openUntil } = circuit;
  if (isOnTrial || now < openUntil) {
    const retryAfterMs = Math.max(trialAgainMs, Math.ceil(openUntil - now));
    throw new EgressFailure("circuit-open", { retryAfterMs });
  }
  circuit.isOnTrial = true;
}

/** A caller that cancels says nothing about the target. A timeout does. */
function isUnwell(error: unknown): boolean {
  return (
    error instanceof TimeoutError || (error instanceof EgressFailure && unwell.has(error.kind))
  );
}
