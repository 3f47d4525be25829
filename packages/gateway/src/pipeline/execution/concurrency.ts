import type { SharedPlaces } from "../limits/shared-places.ts";
import type { Stages } from "../pipeline.ts";
import { createLocalPlaces, type Places } from "./places.ts";
import { createQueue, type QueueOptions } from "./queue.ts";
import { createReplicaPlaces } from "./replica-places.ts";

export interface ConcurrencyOptions extends QueueOptions {
  /** How many calls run at once in the whole toolbox. */
  readonly maxConcurrent: number;
  /** Where several processes run the calls of one toolbox. Absent where this one counts alone. */
  readonly sharedPlaces?: SharedPlaces;
}

/**
 * Runs as many calls at once as the toolbox and the tool allow; the others wait a while in a queue
 * that is bounded. A place is free again when the call ends, also one that nobody waited for:
 * otherwise a tool that never answers could keep all places for ever.
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
    // What a tool calls runs in the place of the tool, which waits for it: a toolbox of one place does not
    // wait for itself.
    const wanted = { tool: call.registered, isInside: call.within !== undefined };
    const held = places.take(wanted) ?? (await queue.wait(wanted, signal));
    try {
      return await run(call, signal);
    } finally {
      queue.leave(held);
    }
  };
}
