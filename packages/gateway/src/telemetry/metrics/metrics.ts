import { CallMetrics } from "./call-metrics.ts";
import { EventMetrics } from "./event-metrics.ts";

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

/** All counters of a running gateway. */
export class Metrics {
  readonly calls = new CallMetrics();
  readonly events = new EventMetrics();
  readonly #circuits = new Map<string, boolean>();
  readonly #spans = new Map<"sent" | "lost", number>();

  /** Records that a server's circuit breaker opened or closed. */
  readonly circuitTurned = (server: string, isOpen: boolean): void => {
    this.#circuits.set(server, isOpen);
  };

  /** Records that spans reached the collector or were lost. */
  readonly spansEnded = (fate: "sent" | "lost", spans: number): void => {
    this.#spans.set(fate, (this.#spans.get(fate) ?? 0) + spans);
  };

  families(): readonly Family[] {
    return [
      ...this.calls.families(),
      ...this.events.families(),
      {
        kind: "gauge",
        name: "toolcourt_circuit_open",
        help: "1 while a server is left alone because it could not be reached several times in a row",
        samples: [...this.#circuits].map(([server, isOpen]) => ({
          labels: { server },
          value: isOpen ? 1 : 0,
        })),
      },
      {
        kind: "counter",
        name: "toolcourt_spans_total",
        help: "Recorded spans that reached the collector, and those that were dropped",
        samples: [...this.#spans].map(([fate, value]) => ({ labels: { fate }, value })),
      },
    ];
  }
}
