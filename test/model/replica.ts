import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import {
  Approvals,
  type ConsumeResult,
} from "@toolcourt/gateway/internal/governance/approvals/approvals";
import type { Proposal } from "@toolcourt/gateway/internal/governance/approvals/binding";
import { createEntryOf } from "@toolcourt/gateway/internal/governance/approvals/entries";
import { AuditLog } from "@toolcourt/gateway/internal/governance/audit/audit-log";
import { Away } from "@toolcourt/gateway/internal/pipeline/limits/away";
import type { Queries } from "@toolcourt/gateway/internal/pipeline/limits/queries";
import { createSharedQueries } from "@toolcourt/gateway/internal/pipeline/limits/shared-queries";
import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import type { QueryStore } from "@toolcourt/gateway/internal/stores/query-store";
import { canonicalJson } from "@toolcourt/sdk";

/** What the replicas of a replay share. */
export interface Shared {
  /** Opens a handle of the store, as a process would. */
  readonly open: () => Promise<DurableStores>;
  readonly queries: QueryStore;
  readonly hands: { now: number };
  readonly randomBytes: (count: number) => Uint8Array;
}

/** Waits between the reading of an approval and the transaction that consumes it. */
interface Pause {
  readonly reached: PromiseWithResolvers<"paused">;
  readonly goOn: PromiseWithResolvers<boolean>;
}

/** A use of an approval that stands between its two steps. */
export interface PausedUse {
  readonly resume: () => Promise<ConsumeResult>;
  /** The process is gone, and so is the use. */
  readonly abandon: () => void;
}

/** One gateway process: the real approvals, audit log and queries on its own handle of the store. */
export class Replica implements AsyncDisposable {
  readonly approvals: Approvals;
  readonly log: AuditLog;
  readonly queries: Queries;
  readonly stores: DurableStores;
  #pause: Pause | undefined;

  private constructor(shared: Shared, stores: DurableStores) {
    this.stores = stores;
    this.log = new AuditLog(stores.audit, { clock: systemClock });
    this.approvals = new Approvals({
      store: stores.approvals,
      clock: { now: () => shared.hands.now },
      randomBytes: shared.randomBytes,
      entryOf,
      audit: stores.audit,
      checks: {
        contractOf: () => "contract-1",
        policyVersion: () => "policy-1",
        mayCall: () => this.#pausing(),
        mayApprove: ({ by }) => by === "olga",
      },
    });
    const away = new Away({ clock: systemClock });
    this.queries = createSharedQueries({ store: shared.queries, clock: systemClock, away });
  }

  static async open(shared: Shared): Promise<Replica> {
    return new Replica(shared, await shared.open());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.log[Symbol.asyncDispose]();
    await this.stores[Symbol.asyncDispose]();
  }

  /** Uses an approval up to the pause. Returns the result if it never gets there. */
  async look(id: string, callId: string, proposal: Proposal): Promise<PausedUse | ConsumeResult> {
    const pause: Pause = { reached: Promise.withResolvers(), goOn: Promise.withResolvers() };
    this.#pause = pause;
    const using = this.approvals.consume({ id, callId, proposal });
    const first = await Promise.race([pause.reached.promise, using]);
    this.#pause = undefined;
    if (first !== "paused") return first;
    return {
      resume: () => {
        pause.goOn.resolve(true);
        return using;
      },
      abandon: () => {
        using.catch(() => undefined);
        pause.goOn.reject(new Error("This process was killed."));
      },
    };
  }

  async #pausing(): Promise<boolean> {
    this.#pause?.reached.resolve("paused");
    return this.#pause?.goOn.promise ?? true;
  }
}

const entryOf = createEntryOf({
  nameOf: (id) => id,
  noteOf: ({ kind, at, callId, about }) => ({
    body: canonicalJson({ kind, at, callId: callId ?? null, ...about }),
    part: "note",
    at,
  }),
});
