import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { openDurableStores, storePlace } from "./open-durable-stores.ts";
import { orStoreUnusable } from "./store-unusable.ts";

export interface ProbeDeps extends Pick<Runtime, "clock" | "newId"> {
  /** Base of relative paths. */
  readonly folder: string;
}

/** What a probe of a store found. */
export interface Probed {
  /** How far the clock of the store is ahead of ours. Undefined if it has none of its own. */
  readonly aheadMs: number | undefined;
}

/** A person waits. */
const deadlineMs = 3_000;

/**
 * Opens the store like a gateway, and writes nothing: the statement needs the right to write, and
 * has no row. Refuses with `store-unusable`.
 */
export async function probeStore(url: string, { clock, folder }: ProbeDeps): Promise<Probed> {
  await using stores = await openDurableStores(url, { clock, folder, deadlineMs });
  await orStoreUnusable(stores.keyUses.put([]), "The store cannot be written.", storePlace(url));
  return { aheadMs: stores.time && (await aheadOf(stores.time, clock)) };
}

/** An address may hold a password. */
export const redisPlace = "the Redis that stores.redis names";

/** Takes a slot at a Redis and leaves it again. */
export async function probeRedis(url: string, { clock, newId }: ProbeDeps): Promise<Probed> {
  const { openRedisStores } = await import("../stores/redis/open-redis-stores.ts");
  const opening = openRedisStores(url, { timeoutMs: deadlineMs });
  await using stores = await orStoreUnusable(opening, "Redis cannot be reached.", redisPlace);
  const [key, holder] = [`probe:${newId()}`, newId()];
  const write = async (): Promise<void> => {
    await stores.limits.enter(key, { holder, max: 1, leaseMs: 1_000 });
    await stores.limits.leave(key, holder);
  };
  await orStoreUnusable(write(), "Redis cannot be written.", redisPlace);
  return { aheadMs: await aheadOf(stores.time, clock) };
}

/** Compares with the middle of the round trip. */
async function aheadOf(time: () => Promise<number>, clock: Runtime["clock"]): Promise<number> {
  const before = clock.now();
  const theirs = await time();
  return theirs - (before + clock.now()) / 2;
}
