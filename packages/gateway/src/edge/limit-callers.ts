import type { Callers, Marked } from "./callers.ts";
import type { RefusedReading } from "./read-request.ts";

/** Takes one request of what a principal may send, or says when there will be one. */
export type TakeRequest = (key: string) => Taken | Promise<Taken>;

type Taken = { readonly taken: true } | { readonly taken: false; readonly retryAfterMs: number };

/**
 * Turns away whoever sends too much, whatever it is that they send and before any of it is read. Counted
 * by principal: an address, a header, a name of a tool, and which of its tenants a principal comes for, are
 * the sender's to choose.
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

/** Our own number, outside of what the protocol reserves. */
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
