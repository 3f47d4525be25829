import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Channel } from "../catalog/tell-others.ts";
import type { AuthorityConfig } from "../config/config.ts";
import { createAway } from "../pipeline/limits/away.ts";
import type { Queries } from "../pipeline/limits/queries.ts";
import { createSharedPlaces, type SharedPlaces } from "../pipeline/limits/shared-places.ts";
import { createSharedQueries } from "../pipeline/limits/shared-queries.ts";
import { createSharedRate, type SharedRate } from "../pipeline/limits/shared-rate.ts";
import type { Notices } from "../stores/notices.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import { usable } from "./usable.ts";

export interface SharedSurroundings {
  readonly clock: Clock;
  readonly write: LogWriter;
  readonly newId: () => string;
}

/** Counters shared through Redis, and the channel between processes. */
export interface Shared {
  readonly rate: SharedRate;
  readonly places: SharedPlaces;
  readonly queries: Queries;
  readonly notices: Notices;
}

/** Returns undefined if no Redis is configured. */
export async function openShared(
  { redis }: AuthorityConfig["stores"],
  stack: AsyncDisposableStack,
  { clock, write, newId }: SharedSurroundings,
): Promise<Shared | undefined> {
  if (redis === undefined) return undefined;
  // Loaded lazily: no command should wait for all drivers.
  const { openRedisStores } = await import("../stores/redis/open-redis-stores.ts");
  const {
    limits: store,
    queries,
    notices,
  } = stack.use(await usable(openRedisStores(redis), "Redis cannot be reached."));
  const { log } = createLogger(write);
  // Shared by all, because it is one Redis: one detected outage or recovery applies to all.
  const away = createAway({
    clock,
    onAway: () => log("limits.local-only", { store: "Redis" }),
    onBack: () => log("limits.shared", { store: "Redis" }),
  });
  const places = createSharedPlaces({ store, clock, away, name: newId() });
  return {
    rate: createSharedRate({ store, clock, away }),
    places: stack.use(places),
    queries: createSharedQueries({ store: queries, clock, away }),
    notices,
  };
}

/** Topic of registry notices between gateways. */
const topic = "registry";

export function channelOver(notices: Notices): Channel {
  return {
    publish: (text) => notices.publish(topic, text),
    subscribe: (listener) => notices.subscribe(topic, listener),
  };
}
