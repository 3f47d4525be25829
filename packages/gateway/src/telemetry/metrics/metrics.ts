import type { LogWriter } from "../logger.ts";
import { type CallMetrics, createCallMetrics } from "./call-metrics.ts";
import { createEventMetrics } from "./event-metrics.ts";
import type { Family } from "./family.ts";

/** Everything that is counted while the gateway runs. */
export interface Metrics {
  readonly calls: CallMetrics;
  /** Logs as before, and counts. */
  readonly around: (write: LogWriter) => LogWriter;
  /** A server is left alone for having failed too often, or is not any more. */
  readonly circuitTurned: (server: string, isOpen: boolean) => void;
  readonly families: () => readonly Family[];
}

export function createMetrics(): Metrics {
  const calls = createCallMetrics();
  const events = createEventMetrics();
  const circuits = new Map<string, boolean>();
  return {
    calls,
    around: events.around,
    circuitTurned: (server, isOpen) => {
      circuits.set(server, isOpen);
    },
    families: () => [
      ...calls.families(),
      ...events.families(),
      {
        kind: "gauge",
        name: "toolcourt_circuit_open",
        help: "1 while a server is left alone because it failed several times in a row",
        samples: [...circuits].map(([server, isOpen]) => ({
          labels: { server },
          value: isOpen ? 1 : 0,
        })),
      },
    ],
  };
}
