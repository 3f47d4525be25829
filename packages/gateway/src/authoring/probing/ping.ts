import type { JsonValue } from "@toolcourt/sdk";
import type { Clock } from "../../foundation/kernel/clock.ts";
import { withTimeout } from "../../foundation/kernel/with-timeout.ts";
import { failureOf } from "./answer.ts";
import type { Keeper } from "./keeper.ts";

/** Asking a server for its tools, which is no work for any of them. */
export interface Ping {
  readonly list: (patienceMs: number) => Promise<readonly JsonValue[]>;
  /** Says how long it took. Undefined if nothing came. */
  readonly ping: (patienceMs: number) => Promise<number | undefined>;
  /** Waits for what a server does a moment after it has answered. */
  readonly linger: (patienceMs: number) => Promise<void>;
}

/** A program that prints or ends after an answer does so within this. */
const momentMs = 25;

export function createPing(
  { connected, close, closeDead }: Keeper,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Ping {
  const list: Ping["list"] = async (ms) => {
    const upstream = await connected();
    return withTimeout({ clock, ms, signal }, (each) => upstream.listTools(each));
  };
  const ping: Ping["ping"] = async (ms) => {
    const started = clock.monotonic();
    const came = await list(ms).then(() => "answer" as const, endOf);
    signal.throwIfAborted();
    if (came === "answer") return clock.monotonic() - started;
    // Nothing was asked of a tool, so that it ended is the doing of the call before.
    await (came === "end" ? closeDead() : close());
    return undefined;
  };
  return {
    list,
    ping,
    linger: async (ms) => {
      await ping(ms);
      await clock.sleep(momentMs, signal);
    },
  };
}

function endOf(error: unknown): "end" | "nothing" {
  return failureOf(error, 0)?.kind === "crash" ? "end" : "nothing";
}
