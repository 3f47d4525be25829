import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { CallRing } from "../edge/live/call-ring.ts";
import { EventFeed } from "../edge/live/event-feed.ts";
import type { LiveCall } from "../edge/live/share-calls.ts";
import { watchLive } from "../edge/live/watch-live.ts";
import type { CallWatcher } from "../pipeline/watch-calls.ts";

/** The calls of the last hour and the last events, over all reloads. */
export interface LiveCalls {
  readonly ring: CallRing;
  readonly feed: EventFeed;
  readonly watcher: CallWatcher;
  /** Told of each call of this process. */
  readonly listeners: Set<(call: LiveCall) => void>;
}

/** Loaded only if the console is on: otherwise no call is watched for it. */
export function openLiveCalls({
  clock,
  randomBytes,
}: Pick<Runtime, "clock" | "randomBytes">): LiveCalls {
  const ring = new CallRing(clock);
  const feed = new EventFeed(Buffer.from(randomBytes(4)).toString("hex"));
  const listeners: LiveCalls["listeners"] = new Set();
  return { ring, feed, listeners, watcher: watchLive({ clock, ring, feed, listeners }) };
}
