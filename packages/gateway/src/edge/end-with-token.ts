import type { ServerResponse } from "node:http";
import type { Clock } from "../foundation/kernel/clock.ts";
import type { Callers, Marked } from "./callers.ts";

export interface Endings {
  readonly clock: Clock;
  readonly callers: Pick<Callers, "endOf">;
}

/** Nobody listens longer without a word. Whoever wants to go on asks again, and is asked again. */
const longestMs = 24 * 60 * 60_000;

/** Ends what a client only listens on together with its token: nothing else would ask for the token again. */
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
