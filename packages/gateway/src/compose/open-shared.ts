import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Channel } from "../catalog/broadcast-changes.ts";
import type { AuthorityConfig } from "../config/config.ts";
import { type EndedMarks, SharedSessions } from "../edge/shared-sessions.ts";
import { SharedCircuits } from "../pipeline/execution/shared-circuits.ts";
import { Away } from "../pipeline/limits/away.ts";
import type { Queries } from "../pipeline/limits/queries.ts";
import { createSharedQueries } from "../pipeline/limits/shared-queries.ts";
import { SharedRate } from "../pipeline/limits/shared-rate.ts";
import { SharedSlots } from "../pipeline/limits/shared-slots.ts";
import type { LimitStore } from "../stores/limit-store.ts";
import { createMemoryNotices, createMemoryQueries } from "../stores/memory/transient.ts";
import type { Notices } from "../stores/notices.ts";
import type { QueryStore } from "../stores/query-store.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import { orStoreUnusable } from "./store-unusable.ts";

/** What gateways share beside their durable stores. Redis provides it, or an embedding program. */
export interface SharedStores {
  readonly limits: LimitStore;
  /** Default: this process counts queries alone. */
  readonly queries?: QueryStore | undefined;
  /** Default: those of the durable stores, or else notices stay in this process. */
  readonly notices?: Notices | undefined;
  /** Whether a request costs so little that rates are counted one by one. Default: in batches. */
  readonly isNear?: true;
}

export interface SharedStateDeps extends Pick<Runtime, "clock" | "newId"> {
  /** In place of Redis. The caller closes it. Default: the configured Redis. */
  readonly shared?: SharedStores | undefined;
  /** The notices of the durable stores. Default: none. */
  readonly notices?: Notices | undefined;
  readonly write: LogWriter;
}

/** Counters shared through Redis, and the channel between processes. */
export interface Shared {
  readonly rate: SharedRate;
  readonly places: SharedSlots;
  readonly queries: Queries;
  readonly queryStore: QueryStore;
  readonly notices: Notices;
}

/** Returns undefined if nothing is shared. */
export async function openShared(
  { redis }: AuthorityConfig["stores"],
  stack: AsyncDisposableStack,
  { clock, write, newId, shared, notices: ofStores = createMemoryNotices() }: SharedStateDeps,
): Promise<Shared | undefined> {
  const opened = shared ?? (redis === undefined ? undefined : stack.use(await openRedis(redis)));
  if (opened === undefined) return undefined;
  const { limits: store, notices = ofStores } = opened;
  const { queries = createMemoryQueries(clock) } = opened;
  const name = shared === undefined ? "Redis" : "The shared store";
  const { log } = createLogger(write);
  // Shared by all, because it is one Redis: one detected outage or recovery applies to all.
  const away = new Away({
    clock,
    onAway: () => log("limits.local-only", { store: name }),
    onBack: () => log("limits.shared", { store: name }),
  });
  const places = new SharedSlots({ store, clock, away, name: newId() });
  return {
    rate: new SharedRate({ store, clock, away, ...batchesOf(opened) }),
    places: stack.use(places),
    queries: createSharedQueries({ store: queries, clock, away }),
    queryStore: queries,
    notices,
  };
}

/** Counting one by one leaves no unused units at a process, so the last call gets the last unit. */
function batchesOf({ isNear }: SharedStores): { readonly maxBatch?: number } {
  return isNear === true ? { maxBatch: 1 } : {};
}

/** Loaded lazily: no command should wait for all drivers. */
async function openRedis(url: string): Promise<SharedStores & AsyncDisposable> {
  const { openRedisStores } = await import("../stores/redis/open-redis-stores.ts");
  return orStoreUnusable(openRedisStores(url), "Redis cannot be reached.");
}

/** What gateways tell each other. */
export interface Channels {
  /** Changed tools. */
  readonly channel: Channel;
  /** Servers that cannot be reached. */
  readonly circuits: SharedCircuits;
  /** The sessions of legacy clients. */
  readonly sessions: SharedSessions;
  /** Calls, for the console. */
  readonly liveCalls: Channel;
}

interface ChannelParts {
  readonly notices: Notices;
  /** The key that all gateways have. */
  readonly key: Uint8Array;
  /** Default: nothing but notices is shared. */
  readonly shared?: Pick<Shared, "queryStore"> | undefined;
}

/** Opens the channels between gateways. */
export async function openChannels(
  { notices, key, shared }: ChannelParts,
  stack: AsyncDisposableStack,
  { clock, newId, randomBytes }: Pick<Runtime, "clock" | "newId" | "randomBytes">,
): Promise<Channels> {
  const circuits = new SharedCircuits({ notices, name: newId() });
  stack.defer(await circuits.listen());
  const marks = shared && marksIn(shared.queryStore);
  const channel = channelOver(notices, "sessions");
  const sessions = new SharedSessions({ key, clock, randomBytes, name: newId(), channel, marks });
  stack.defer(await sessions.listen());
  const liveCalls = channelOver(notices, "live-calls");
  return { channel: channelOver(notices, "registry"), circuits, sessions, liveCalls };
}

/** Opens them if other gateways can be notified. */
export async function openFoundChannels(
  { notices, ...parts }: Omit<ChannelParts, "notices"> & Partial<Pick<ChannelParts, "notices">>,
  stack: AsyncDisposableStack,
  runtime: Pick<Runtime, "clock" | "newId" | "randomBytes">,
): Promise<Channels | undefined> {
  return notices && openChannels({ ...parts, notices }, stack, runtime);
}

function channelOver(notices: Notices, topic: string): Channel {
  return {
    publish: (text) => notices.publish(topic, text),
    subscribe: (listener) => notices.subscribe(topic, listener),
  };
}

/** Longer than the lifetime of a session's id. */
const markMs = 25 * 60 * 60_000;

/** Keeps the marks of ended sessions beside the queries, by the only operation of that store. */
function marksIn({ move }: QueryStore): EndedMarks {
  const mark = { from: ["ended"], to: "ended", forMs: markMs };
  return {
    put: async (key) => void (await move(key, { ...mark, fromNothing: true })),
    has: (key) => move(key, { ...mark, fromNothing: false }),
  };
}
