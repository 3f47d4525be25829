import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Metrics } from "../../telemetry/metrics/metrics.ts";
import { Circuits, noTrial } from "./circuits.ts";
import type { Execute } from "./execute.ts";

export interface BreakerOptions extends Pick<Runtime, "clock"> {
  /** Consecutive failures that open a circuit. */
  readonly failures?: number;
  readonly openForMs?: number;
  /** Counts servers that cannot be reached. Default: off. */
  readonly metrics?: Pick<Metrics, "circuitTurned"> | undefined;
}

/**
 * Opens the circuit of a tool or a server after several failures in a row, then tries it with one
 * call. Hand-written because existing breakers do not take a `Clock`.
 */
export function withBreaker(execute: Execute, options: BreakerOptions): Execute {
  const { clock, failures = 5, openForMs = 10_000, metrics } = options;
  const servers = new Map<string, Circuits>();

  const circuitsOf = (server: string): Circuits => {
    const known = servers.get(server);
    if (known !== undefined) return known;
    const turned = (isOpen: boolean): void => metrics?.circuitTurned(server, isOpen);
    const circuits = new Circuits({ clock, failures, openForMs, turned });
    servers.set(server, circuits);
    return circuits;
  };

  return async (call, bounds) => {
    const { home } = call.registered;
    if (home.kind === "local") return execute(call, bounds);
    const circuits = circuitsOf(home.server);
    const trial = circuits.isWell() ? noTrial : circuits.admit(call);
    try {
      const raw = await execute(call, bounds);
      circuits.answered(call);
      return raw;
    } catch (error) {
      circuits.failed(call, error, trial);
      throw error;
    } finally {
      if (trial.tool !== undefined) trial.tool.isOnTrial = false;
    }
  };
}
