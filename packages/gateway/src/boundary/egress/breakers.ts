import type { Clock } from "../../foundation/kernel/clock.ts";
import { Overdue } from "../../foundation/kernel/with-timeout.ts";
import { EgressFailure, type FailureKind } from "./egress-failure.ts";

export interface BreakerPolicy {
  /** How many failures in a row it takes. */
  readonly failures: number;
  readonly openForMs: number;
}

/** Does work for a target, unless the target is left alone. */
export type Breakers = <T>(target: string, work: () => Promise<T>) => Promise<T>;

interface Circuit {
  failures: number;
  /** Up to when nothing is sent. */
  openUntil: number;
  isOnTrial: boolean;
}

/** What says that a target is not well, rather than that it did not like a request. */
const unwell = new Set<FailureKind>([
  "failed",
  "unreachable",
  "tls-failed",
  "timed-out",
  "cut-short",
  "garbled",
]);

const mostTargets = 1_000;

/**
 * Leaves a target alone that failed several times in a row, whoever asked, then tries it with one
 * request. Only targets that fail are remembered.
 */
export function createBreakers({ failures, openForMs }: BreakerPolicy, clock: Clock): Breakers {
  const circuits = new Map<string, Circuit>();
  const remember = (target: string): Circuit => {
    const known = circuits.get(target);
    if (known !== undefined) return known;
    // Which targets there are may be for anybody to say. Whoever is forgotten is tried again.
    const [oldest] = circuits.size < mostTargets ? [] : circuits.keys();
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

/** Who leaves says nothing about the target; who runs out of time does. */
function isUnwell(error: unknown): boolean {
  return error instanceof Overdue || (error instanceof EgressFailure && unwell.has(error.kind));
}
