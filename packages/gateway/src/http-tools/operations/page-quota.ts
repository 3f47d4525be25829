import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import {
  isQuotaUsedUp,
  type QuotaHeaders,
  quotaResetMs,
} from "../../boundary/egress/answer-meanings.ts";
import type { EgressAnswer } from "../../boundary/egress/egress.ts";

export interface PageQuotaDeps {
  readonly clock: Pick<Clock, "monotonic" | "sleep">;
  /** The headers of the operation. Default: none, and no page waits. */
  readonly headers: QuotaHeaders | undefined;
  /** Deadline of the call in monotonic ms. Default: none, and a used up quota ends the list. */
  readonly endsAt: number | undefined;
  readonly signal: AbortSignal;
}

/** Left for the next page after a wait. A page that comes too late would cost the pages before. */
const minPageMs = 1_000;

/** Paces the pages of one call by the quota that each answer reports. */
export class PageQuota {
  readonly #deps: PageQuotaDeps;
  #isUsedUp = false;
  #resetMs: number | undefined;
  /** Why no further page was read, as a sentence. Undefined if the quota allowed all. */
  ending: string | undefined;

  constructor(deps: PageQuotaDeps) {
    this.#deps = deps;
  }

  /** Takes note of the answer that was read last. */
  reported(answer: EgressAnswer["headers"]): void {
    const { headers } = this.#deps;
    this.#isUsedUp = isQuotaUsedUp(answer, headers);
    this.#resetMs = quotaResetMs(answer, headers);
  }

  /** Waits until the next page may be read. False if that would be too late for the call. */
  async allowsNext(): Promise<boolean> {
    if (!this.#isUsedUp) return true;
    const { clock, endsAt = 0, signal } = this.#deps;
    const resetMs = this.#resetMs;
    if (resetMs !== undefined && clock.monotonic() + resetMs + minPageMs <= endsAt) {
      await clock.sleep(resetMs, signal);
      return true;
    }
    const when = resetMs === undefined ? "" : ` for another ${Math.ceil(resetMs / 1_000)} s`;
    this.ending = `The target's quota is used up${when}.`;
    return false;
  }
}
