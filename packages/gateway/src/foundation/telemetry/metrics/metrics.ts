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
  /** Spans have reached whoever collects them, or never will. */
  readonly spansEnded: (fate: "sent" | "lost", spans: number) => void;
  readonly families: () => readonly Family[];
}

export function createMetrics(): Metrics {
  const calls = createCallMetrics();
  const events = createEventMetrics();
  const circuits = new Map<string, boolean>();
  const spans = new Map<"sent" | "lost", number>();
  return {
    calls,
    around: events.around,
    circuitTurned: (server, isOpen) => {
      circuits.set(server, isOpen);
    },
    spansEnded: (fate, count) => {
      spans.set(fate, (spans.get(fate) ?? 0) + count);
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
      {
        kind: "counter",
        name: "toolcourt_spans_total",
        help: "Recorded spans that reached whoever collects them, and those that were dropped",
        samples: [...spans].map(([fate, value]) => ({ labels: { fate }, value })),
      },
    ],
  };
}
