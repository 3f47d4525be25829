import type { Callers, Marked } from "./callers.ts";
import type { RefusedReading } from "./read-request.ts";

/** Takes one request from a principal's quota, or says when one is available. */
export type TakeRequest = (key: string) => Taken | Promise<Taken>;

type Taken = { readonly taken: true } | { readonly taken: false; readonly retryAfterMs: number };

/**
 * Refuses principals above their quota, before any of the request is read. Counts by principal: the
 * sender can choose an address, a header, a tool name or a tenant.
 */
export function limitCallers(callers: Callers, take: TakeRequest | undefined): Callers {
  if (take === undefined) return callers;
  const { identify, principalOf } = callers;

  const count = (
    request: Marked,
  ): RefusedReading | undefined | Promise<RefusedReading | undefined> => {
    const { id } = principalOf(request.auth);
    const taken = take(JSON.stringify(["requests", id]));
    return taken instanceof Promise ? taken.then(orRefuse) : orRefuse(taken);
  };

  return {
    ...callers,
    identify: (request) => {
      const refusal = identify(request);
      return refusal instanceof Promise
        ? refusal.then((later) => later ?? count(request))
        : (refusal ?? count(request));
    },
  };
}

/** Our own error code, outside the range that the protocol reserves. */
const tooMany = 7007;

function orRefuse(taken: Taken): RefusedReading | undefined {
  if (taken.taken) return undefined;
  const seconds = Math.max(1, Math.ceil(taken.retryAfterMs / 1000));
  return {
    kind: "refused",
    status: 429,
    code: tooMany,
    message: `You send more than this gateway takes. Try again in ${seconds} s.`,
    headers: { "retry-after": `${seconds}` },
  };
}
