import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { LimitStore } from "../../stores/limit-store.ts";
import { createMemoryLimits, createMemoryQueries } from "../../stores/memory/transient.ts";
import type { Notices } from "../../stores/notices.ts";
import type { QueryStore } from "../../stores/query-store.ts";
import type { SharedStores } from "../open-shared.ts";

/** What workers ask of the primary process to count together. */
export interface CounterApi extends LimitStore, QueryStore {
  readonly publish: Notices["publish"];
}

/** A worker, as far as the counters go. */
export interface CountedWorker {
  readonly notice: (topic: string, text: string) => void;
}

/**
 * The counters of all workers, in the primary process. They live as long as those of a single
 * process, and nothing else can reach them.
 */
export class Counters {
  readonly #limits: LimitStore;
  readonly #queries: QueryStore;
  readonly #workers = new Map<CountedWorker, Map<string, () => Promise<void>>>();

  constructor(clock: Clock) {
    this.#limits = createMemoryLimits(clock);
    this.#queries = createMemoryQueries(clock);
  }

  /** Adds a worker. It gets all notices. */
  join(worker: CountedWorker): CounterApi {
    const held = new Map<string, () => Promise<void>>();
    this.#workers.set(worker, held);
    const { leave } = this.#limits;
    return {
      take: this.#limits.take,
      move: this.#queries.move,
      enter: async (key, slot) => {
        const hasEntered = await this.#limits.enter(key, slot);
        if (hasEntered) held.set(slotId(key, slot.holder), () => leave(key, slot.holder));
        return hasEntered;
      },
      leave: async (key, holder) => {
        held.delete(slotId(key, holder));
        await leave(key, holder);
      },
      publish: async (topic, text) => {
        for (const each of this.#workers.keys()) each.notice(topic, text);
      },
    };
  }

  /** Removes a worker that ended, and frees its slots at once. */
  async left(worker: CountedWorker): Promise<void> {
    const held = [...(this.#workers.get(worker)?.values() ?? [])];
    this.#workers.delete(worker);
    await Promise.all(held.map((release) => release()));
  }
}

function slotId(key: string, holder: string): string {
  return JSON.stringify([key, holder]);
}

/** The counters of the primary process, as a worker uses them. */
export interface WorkerStores {
  readonly stores: SharedStores;
  /** Passes a notice of any worker on to the listeners of this one. */
  readonly notice: CountedWorker["notice"];
}

/** `notices` are those of this process. Default: notices go another way. */
export function workerStores(primary: CounterApi, notices?: Notices): WorkerStores {
  const { take, enter, leave, move, publish } = primary;
  const counters = { limits: { take, enter, leave }, queries: { move }, isNear: true } as const;
  if (notices === undefined) return { stores: counters, notice: () => undefined };
  return {
    stores: { ...counters, notices: { ...notices, publish } },
    notice: (topic, text) => void notices.publish(topic, text),
  };
}
