import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import { CallRing } from "../edge/live/call-ring.ts";
import { EventFeed } from "../edge/live/event-feed.ts";
import type { LiveCall } from "../edge/live/share-calls.ts";
import { watchLive } from "../edge/live/watch-live.ts";
import type { CallWatcher } from "../pipeline/watch-calls.ts";
import { redactorInto } from "./open-redaction.ts";

/** The calls of the last hour and the last events, over all reloads. */
export interface LiveCalls {
  readonly ring: CallRing;
  readonly feed: EventFeed;
  readonly watcher: CallWatcher;
  /** Told of each call of this process. */
  readonly listeners: Set<(call: LiveCall) => void>;
}

interface LiveCallsDeps extends Pick<Runtime, "clock" | "randomBytes"> {
  readonly redaction: Redaction;
}

/** Loaded only if the console is on: otherwise no call is watched for it. */
export function openLiveCalls({ clock, randomBytes, redaction }: LiveCallsDeps): LiveCalls {
  const ring = new CallRing(clock);
  const feed = new EventFeed(Buffer.from(randomBytes(4)).toString("hex"));
  const listeners: LiveCalls["listeners"] = new Set();
  const hide = redactorInto(redaction, "audit");
  return { ring, feed, listeners, watcher: watchLive({ clock, ring, feed, listeners, hide }) };
}
