import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { JsonValue } from "@toolcourt/sdk";
import { failureOf } from "./answer.ts";
import type { Keeper } from "./keeper.ts";

/** Lists the server's tools as a ping, which runs no tool. */
export interface Ping {
  readonly list: (patienceMs: number) => Promise<readonly JsonValue[]>;
  /** Returns the round-trip time in milliseconds. Undefined without an answer. */
  readonly ping: (patienceMs: number) => Promise<number | undefined>;
  /** Waits for effects that appear shortly after an answer. */
  readonly linger: (patienceMs: number) => Promise<void>;
}

/** A program that prints or exits after an answer does so within this time. */
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
    // A list request calls no tool, so the previous call caused the end.
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
