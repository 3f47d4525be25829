import { openRetention } from "@toolcourt/contracts/internal/kernel/retention";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type {
  QuarantineBounds,
  QuarantinedResult,
  QuarantineStore,
} from "../../stores/quarantine-store.ts";
import { reasonOf } from "../../stores/store-error.ts";
import type { Logger } from "../../telemetry/events.ts";

/** Which broken results are kept, how many, and for how long. */
export interface QuarantineConfig extends QuarantineBounds {
  /** Tools by their public names. */
  readonly retain: "none" | "all" | readonly string[];
  readonly retainForMs: number;
}

export interface KeepQuarantinedDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<QuarantineStore, "keep" | "trim">;
  readonly log: Logger["log"];
}

/** Each text has at most 64 Ki characters, so the queue stays small. */
export const maxWaiting = 100;
const trimmedEveryMs = 60_000;
const tooMany = "They came faster than the store could take them.";

/**
 * Writes broken results behind their calls: no call waits for the store or fails with it. What the
 * store refuses, and what exceeds the queue, is counted and logged.
 */
export class QuarantineKeeper implements AsyncDisposable {
  readonly #settings: QuarantineConfig;
  readonly #deps: KeepQuarantinedDeps;
  readonly #isKept: (tool: string) => boolean;
  readonly #waiting: QuarantinedResult[] = [];
  #pumping: Promise<void> | undefined;
  #isClosing = false;
  #lost = 0;
  #overflowed = 0;
  #trimmed = 0;
  #trimLoggedAt = Number.NEGATIVE_INFINITY;

  constructor(settings: QuarantineConfig, deps: KeepQuarantinedDeps) {
    this.#settings = settings;
    this.#deps = deps;
    this.#isKept = chosenBy(settings.retain);
  }

  /** Never waits and never throws. */
  readonly keep = (result: QuarantinedResult): void => {
    if (!this.#isKept(result.tool)) return;
    if (this.#waiting.length >= maxWaiting) this.#overflowed += 1;
    else this.#waiting.push(result);
    this.#pumping ??= this.#pump();
  };

  /** Returns how many results were lost since the start. */
  readonly lost = (): number => this.#lost + this.#overflowed;

  /** Writes what waits. After a failure it writes no more. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    await this.#pumping;
    this.#logTrimmed(Number.POSITIVE_INFINITY);
  }

  async #pump(): Promise<void> {
    // Results of the same tick share the check of the bounds.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#waiting.slice(0, maxWaiting);
      await this.#write(group);
      this.#waiting.splice(0, group.length);
    }
    this.#logOverflow();
    this.#pumping = undefined;
  }

  async #write(group: readonly QuarantinedResult[]): Promise<void> {
    const { store, log } = this.#deps;
    let lost = 0;
    let because = "";
    for (const result of group) {
      if (lost > 0 && this.#isClosing) {
        lost += 1;
        continue;
      }
      try {
        await store.keep(result);
      } catch (error) {
        lost += 1;
        because = reasonOf(error);
      }
    }
    this.#lost += lost;
    if (lost > 0) log("quarantine.lost", { results: lost, because });
    if (lost < group.length) await this.#trim();
  }

  async #trim(): Promise<void> {
    const { store, clock } = this.#deps;
    // A store that fails here is over its bounds until the next result.
    this.#trimmed += await store.trim(this.#settings).catch(() => 0);
    this.#logTrimmed(clock.monotonic());
  }

  /** At most once a minute: a broken tool may fill the quarantine for hours. */
  #logTrimmed(now: number): void {
    if (this.#trimmed === 0 || now - this.#trimLoggedAt < trimmedEveryMs) return;
    this.#deps.log("quarantine.trimmed", { results: this.#trimmed });
    this.#trimmed = 0;
    this.#trimLoggedAt = now;
  }

  #logOverflow(): void {
    if (this.#overflowed === 0) return;
    this.#deps.log("quarantine.lost", { results: this.#overflowed, because: tooMany });
    this.#lost += this.#overflowed;
    this.#overflowed = 0;
  }
}

function chosenBy(chosen: QuarantineConfig["retain"]): (tool: string) => boolean {
  if (chosen === "all" || chosen === "none") return () => chosen === "all";
  const names = new Set(chosen);
  return (tool) => names.has(tool);
}

export interface ForgetQuarantinedDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<QuarantineStore, "forget">;
  readonly forMs: number;
  readonly log: Logger["log"];
}

/** Removes quarantined results past their retention period. */
export function forgetQuarantined(deps: ForgetQuarantinedDeps): AsyncDisposable {
  const { store, forMs, clock, log } = deps;
  return openRetention({
    clock,
    retainMs: forMs,
    prune: store.forget,
    onPruned: (results) => log("quarantine.pruned", { results }),
    onFailed: (error) => log("quarantine.prune-failed", { because: reasonOf(error) }),
  });
}
