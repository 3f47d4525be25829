import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { AuthorizedCall } from "../call.ts";
import type { Rate, Take } from "../limits/rate.ts";
import type { Stages } from "../pipeline.ts";

/** Refuses a call if its principal has used up the contract's quota for the window. */
export function createLimitRate(rate: Rate): Stages["limitRate"] {
  return (call) => {
    const limit = call.registered.contract.terms.rateLimit;
    if (limit === undefined) return undefined;
    const { maxCalls: max, windowMs } = limit;
    const take = rate.take(windowKey(call), { max, windowMs });
    return take instanceof Promise
      ? take.then((later) => assertTaken(call, later))
      : assertTaken(call, take);
  };
}

/** Refuses a call whose quota is known to be used up. Takes nothing of it. */
export function createPeekRate(rate: Rate): (call: AuthorizedCall) => void {
  return (call) => {
    const limit = call.registered.contract.terms.rateLimit;
    if (limit !== undefined) assertTaken(call, rate.peek(windowKey(call)));
  };
}

function assertTaken({ registered }: AuthorizedCall, take: Take): void {
  if (take.taken) return;
  const { retryAfterMs } = take;
  throw new Refusal("rate-limited", { tool: registered.publicName, retryAfterMs });
}

// Keyed by the authenticated principal: a key chosen by the caller would give it a fresh window.
// Uses the server's name for the tool, so that two public names share one quota.
function windowKey({ principal, registered: { contract } }: AuthorizedCall): string {
  return JSON.stringify([principal.id, contract.server, contract.name]);
}
