import { LRUCache } from "lru-cache";
import { Refusal } from "../../errors/refusal.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { AuthorizedCall } from "../call.ts";
import type { Stages } from "../pipeline.ts";

export interface LimitRateOptions {
  readonly clock: Clock;
  /** How many windows are kept at most; past that the one unused for longest is forgotten. */
  readonly mostWindows?: number;
}

interface Window {
  readonly endsAt: number;
  calls: number;
}

/** Refuses a call when its principal has used up what the contract allows in a window of time. */
export function createLimitRate({
  clock,
  mostWindows = 10_000,
}: LimitRateOptions): Stages["limitRate"] {
  const windows = new LRUCache<string, Window>({ max: mostWindows });

  const windowAt = (key: string, now: number, windowMs: number): Window => {
    const known = windows.get(key);
    if (known !== undefined && known.endsAt > now) return known;
    const fresh = { endsAt: now + windowMs, calls: 0 };
    windows.set(key, fresh);
    return fresh;
  };

  return (call) => {
    const limit = call.registered.contract.terms.rateLimit;
    if (limit === undefined) return;

    const now = clock.monotonic();
    const window = windowAt(windowKey(call), now, limit.windowMs);
    if (window.calls >= limit.maxCalls) {
      throw new Refusal("rate-limited", {
        tool: call.registered.publicName,
        retryAfterMs: Math.ceil(window.endsAt - now),
      });
    }
    window.calls += 1;
  };
}

// Keyed by the authenticated principal: anything the caller can choose would let it pick a fresh window.
// The server's name for the tool counts, so that two public names do not make two allowances.
function windowKey({ principal, registered: { contract } }: AuthorizedCall): string {
  return JSON.stringify([principal.id, contract.server, contract.name]);
}
