import type { LogWriter } from "../logger.ts";
import { type CallMetrics, createCallMetrics } from "./call-metrics.ts";
import { createEventMetrics } from "./event-metrics.ts";

/** All counters of a running gateway. */
export interface Metrics {
  readonly calls: CallMetrics;
  /** Wraps a log writer and counts its events. */
  readonly around: (write: LogWriter) => LogWriter;
  /** Records that a server's circuit breaker opened or closed. */
  readonly circuitTurned: (server: string, isOpen: boolean) => void;
  /** Records that spans reached the collector or were lost. */
  readonly spansEnded: (fate: "sent" | "lost", spans: number) => void;
  readonly families: () => readonly Family[];
}

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** Count, sum and buckets of a set of values. Buckets are not cumulative. */
export interface Spread {
  readonly labels: Labels;
  readonly count: number;
  readonly sum: number;
  /** One more than the boundaries. Empty for a summary. */
  readonly buckets: readonly number[];
}

/** All samples of one metric. Names and labels are our own: untrusted text never becomes one. */
export type Family =
  | {
      readonly kind: "counter" | "gauge";
      readonly name: string;
      readonly help: string;
      readonly samples: readonly Sample[];
    }
  | {
      readonly kind: "histogram" | "summary";
      readonly name: string;
      readonly help: string;
      readonly boundaries: readonly number[];
      readonly spreads: readonly Spread[];
    };

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
        help: "Recorded spans that reached the collector, and those that were dropped",
        samples: [...spans].map(([fate, value]) => ({ labels: { fate }, value })),
      },
    ],
  };
}
