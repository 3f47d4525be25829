import { CallMetrics } from "./call-metrics.ts";
import { samplesOf } from "./declared.ts";
import { EventMetrics } from "./event-metrics.ts";
import { type Load, loadFamilies } from "./load.ts";

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** A recorded call, as an example of the values in a bucket. */
export interface Exemplar {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  readonly value: number;
  /** Seconds since the epoch. */
  readonly at: number;
}

/** Count, sum and buckets of a set of values. Buckets are not cumulative. */
export interface Spread {
  readonly labels: Labels;
  readonly count: number;
  readonly sum: number;
  /** One more than the boundaries. Empty for a summary. */
  readonly buckets: readonly number[];
  /** The last one of each bucket. Default: none. */
  readonly exemplars?: readonly (Exemplar | undefined)[] | undefined;
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
  readonly #dryRuns = new Map<"allowed" | "refused", number>();
  #readLoad: (() => Load) | undefined;

  /** Receives how to read what runs and waits. It is read at scrapes only. */
  readonly loadFrom = (read: () => Load): void => {
    this.#readLoad = read;
  };

  /** Records that a server's circuit breaker opened or closed. */
  readonly circuitTurned = (server: string, isOpen: boolean): void => {
    this.#circuits.set(server, isOpen);
  };

  /** Records that spans reached the collector or were lost. */
  readonly spansEnded = (fate: "sent" | "lost", spans: number): void => {
    this.#spans.set(fate, (this.#spans.get(fate) ?? 0) + spans);
  };

  /** Records the verdict of a dry run, which no other record has. */
  readonly dryRan = (verdict: "allowed" | "refused"): void => {
    this.#dryRuns.set(verdict, (this.#dryRuns.get(verdict) ?? 0) + 1);
  };

  families(): readonly Family[] {
    return [
      ...this.calls.families(),
      ...loadFamilies(this.#readLoad?.()),
      ...this.events.families(),
      samplesOf(
        "toolcourt_circuit_open",
        [...this.#circuits].map(([server, isOpen]) => ({
          labels: { server },
          value: isOpen ? 1 : 0,
        })),
      ),
      samplesOf(
        "toolcourt_spans_total",
        [...this.#spans].map(([fate, value]) => ({ labels: { fate }, value })),
      ),
      samplesOf(
        "toolcourt_dry_runs_total",
        [...this.#dryRuns].map(([verdict, value]) => ({ labels: { verdict }, value })),
      ),
    ];
  }
}
