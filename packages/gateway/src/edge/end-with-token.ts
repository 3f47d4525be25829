import type { ServerResponse } from "node:http";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Callers, Marked } from "./callers.ts";

export interface Endings {
  readonly clock: Clock;
  readonly callers: Pick<Callers, "endOf">;
}

/** Limit on listening. To continue, a client must listen again and authenticate again. */
const longestMs = 24 * 60 * 60_000;

/** Ends a listening stream when its token expires: nothing else would check the token again. */
export function endWithToken(
  { auth }: Marked,
  response: ServerResponse,
  { clock, callers }: Endings,
): void {
  if (auth?.expiresAt === undefined) return;
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  callers
    .endOf(auth)
    ?.addEventListener("abort", () => response.destroy(), { once: true, signal: closed.signal });
  const leftMs = Math.min(auth.expiresAt * 1000 - clock.now(), longestMs);
  void clock.sleep(leftMs, closed.signal).then(
    () => response.destroy(),
    () => undefined,
  );
}
