import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import { stageOf } from "../../pipeline/stage-of.ts";
import type { CallWatcher, EndedCall } from "../../pipeline/watch-calls.ts";
import type { CallRing } from "./call-ring.ts";
import type { EventFeed } from "./event-feed.ts";

export interface WatchLiveDeps {
  readonly clock: Pick<Clock, "now">;
  readonly ring: Pick<CallRing, "note">;
  readonly feed: Pick<EventFeed, "publish">;
}

/** A name that a caller made up. */
const maxNameLength = 128;

/** Counts ended calls, and makes an event of each: ids and outcome, no argument and no result. */
export function watchLive({ clock, ring, feed }: WatchLiveDeps): CallWatcher {
  return {
    closed: (ended) => {
      const { call, ending, ms } = ended;
      ring.note({ status: ending.status, ms });
      const tenant = call.principal.tenant ?? null;
      feed.publish({ topic: "calls", tenant, data: dataOf(ended, clock.now()) });
    },
  };
}

function dataOf({ call, outcome, ending, ms }: EndedCall, at: number): JsonObject {
  return {
    id: call.callId,
    at,
    tool: call.tool.slice(0, maxNameLength),
    server: call.plan?.tool.contract.server ?? null,
    stage: stageOf(call, outcome),
    status: ending.status,
    code: ending.error?.code ?? null,
    ms: Math.round(ms),
  };
}
