import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import { stageOf } from "../../pipeline/stage-of.ts";
import type { CallWatcher, EndedCall } from "../../pipeline/watch-calls.ts";
import { binOf, type CallRing } from "./call-ring.ts";
import type { EventFeed } from "./event-feed.ts";
import type { LiveCall } from "./share-calls.ts";

export interface WatchLiveDeps {
  readonly clock: Pick<Clock, "now">;
  readonly ring: Pick<CallRing, "add">;
  readonly feed: Pick<EventFeed, "publish">;
  /** Also told of each call. */
  readonly listeners: ReadonlySet<(call: LiveCall) => void>;
  /** Removes secrets from a text that a caller chose. */
  readonly hide: (text: string) => string;
}

/** A name that a caller made up. */
const maxNameLength = 128;

/** Counts ended calls, and makes an event of each: ids and outcome, no argument and no result. */
export function watchLive({ clock, ring, feed, listeners, hide }: WatchLiveDeps): CallWatcher {
  return {
    closed: (ended) => {
      const { status } = ended.ending;
      const bin = binOf(ended.ms);
      ring.add({ status, bin, calls: 1 });
      const tenant = ended.call.principal.tenant ?? null;
      const data = dataOf(ended, clock.now(), hide);
      feed.publish({ topic: "calls", tenant, data });
      for (const tell of listeners) tell({ status, bin, tenant, data });
    },
  };
}

function dataOf(
  { call, outcome, ending, ms }: EndedCall,
  at: number,
  hide: WatchLiveDeps["hide"],
): JsonObject {
  // Only a name that no tool has can be any text.
  const tool = call.plan === undefined ? hide(call.tool) : call.tool;
  return {
    id: call.callId,
    at,
    tool: tool.slice(0, maxNameLength),
    server: call.plan?.tool.contract.server ?? null,
    stage: stageOf(call, outcome),
    status: ending.status,
    code: ending.error?.code ?? null,
    ms: Math.round(ms),
  };
}
