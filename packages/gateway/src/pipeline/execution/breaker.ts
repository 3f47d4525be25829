import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Metrics } from "../../telemetry/metrics/metrics.ts";
import { UpstreamError } from "../../upstreams/upstream.ts";
import type { ApprovedCall } from "../call.ts";
import type { Execute } from "./execute.ts";
import { isUnwell } from "./faults.ts";

export interface BreakerOptions extends Pick<Runtime, "clock"> {
  /** Consecutive failures that open the circuit. */
  readonly failures?: number;
  readonly openForMs?: number;
  /** Counts open circuits. Default: off. */
  readonly metrics?: Pick<Metrics, "circuitTurned"> | undefined;
}

interface Circuit {
  readonly server: string;
  failures: number;
  /** Nothing is sent until this time. */
  openUntil: number;
  /** Whether the half-open trial call is pending. */
  isOnTrial: boolean;
}

/**
 * Opens a server's circuit after several failures in a row, then tries it with one call.
 * Hand-written because existing breakers do not take a `Clock`.
 */
export function withBreaker(execute: Execute, options: BreakerOptions): Execute {
  const { clock, failures = 5, openForMs = 10_000, metrics } = options;
  const circuits = new Map<string, Circuit>();

  const circuitOf = (server: string): Circuit => {
    const circuit = circuits.get(server) ?? { server, failures: 0, openUntil: 0, isOnTrial: false };
    if (!circuits.has(server)) circuits.set(server, circuit);
    return circuit;
  };

  const counted = (circuit: Circuit, count: number): void => {
    const wasOpen = circuit.failures >= failures;
    circuit.failures = count;
    if (wasOpen !== count >= failures) metrics?.circuitTurned(circuit.server, !wasOpen);
  };

  const failed = (circuit: Circuit, error: unknown): void => {
    const verdict = verdictOf(error);
    if (verdict === "none") return;
    counted(circuit, verdict === "unwell" ? circuit.failures + 1 : 0);
    if (circuit.failures >= failures) circuit.openUntil = clock.monotonic() + openForMs;
  };

  return async (call, bounds) => {
    if (call.registered.home.kind === "local") return execute(call, bounds);
    const circuit = circuitOf(call.registered.home.server);
    const isTrial = circuit.failures >= failures;
    if (isTrial) admitTrial(circuit, call, clock.monotonic());
    try {
      const raw = await execute(call, bounds);
      if (circuit.failures > 0) counted(circuit, 0);
      return raw;
    } catch (error) {
      failed(circuit, error);
      throw error;
    } finally {
      if (isTrial) circuit.isOnTrial = false;
    }
  };
}

const trialAgainMs = 1_000;

function admitTrial(circuit: Circuit, { registered }: ApprovedCall, now: number): void {
  if (circuit.isOnTrial || now < circuit.openUntil) {
    throw new Refusal("circuit-open", {
      tool: registered.publicName,
      server: registered.contract.server,
      retryAfterMs: Math.max(trialAgainMs, Math.ceil(circuit.openUntil - now)),
    });
  }
  circuit.isOnTrial = true;
}

/** Returns what a failed call says about its server. A canceled call says nothing. */
function verdictOf(error: unknown): "well" | "unwell" | "none" {
  if (error instanceof UpstreamError) return isUnwell(error.fault) ? "unwell" : "well";
  return hasCode(error, "deadline-passed") ? "unwell" : "none";
}
