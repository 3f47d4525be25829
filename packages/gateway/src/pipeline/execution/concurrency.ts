import type { SharedPlaces } from "../limits/shared-places.ts";
import type { Stages } from "../pipeline.ts";
import { createLocalPlaces, type Places } from "./places.ts";
import { createQueue, type QueueOptions } from "./queue.ts";
import { createReplicaPlaces } from "./replica-places.ts";

export interface ConcurrencyOptions extends QueueOptions {
  /** Maximum concurrent calls of the whole toolbox. */
  readonly maxConcurrent: number;
  /** Slots shared with other processes of one toolbox. Default: counted in this process only. */
  readonly sharedPlaces?: SharedPlaces;
}

/**
 * Limits concurrent calls per toolbox and per tool; others wait in a bounded queue. A slot is freed
 * when the call ends, even an abandoned one. Otherwise a tool that never answers could hold all
 * slots forever.
 */
export function withConcurrency(run: Stages["run"], options: ConcurrencyOptions): Stages["run"] {
  const { maxConcurrent, sharedPlaces } = options;
  return sharedPlaces === undefined
    ? inPlaces(run, createLocalPlaces(maxConcurrent), options)
    : inPlaces(run, createReplicaPlaces(sharedPlaces, maxConcurrent), options);
}

function inPlaces<Held>(
  run: Stages["run"],
  places: Places<Held>,
  options: QueueOptions,
): Stages["run"] {
  const queue = createQueue(places, options);
  return async (call, signal) => {
    // An inner call runs in the slot of its caller, which waits for it. So a toolbox of one slot
    // does not deadlock.
    const wanted = { tool: call.registered, isInside: call.within !== undefined };
    const held = places.take(wanted) ?? (await queue.wait(wanted, signal));
    try {
      return await run(call, signal);
    } finally {
      queue.leave(held);
    }
  };
}
