import type { JsonValue } from "@toolcourt/sdk";
import type { Clock } from "../foundation/kernel/clock.ts";
import { withTimeout } from "../foundation/kernel/with-timeout.ts";

export interface KeepCurrentOptions {
  readonly list: (signal: AbortSignal) => Promise<readonly JsonValue[]>;
  readonly replace: (tools: readonly JsonValue[]) => Promise<void>;
  /** Told when a look failed. The tools stay as they are, and the next look comes in its time. */
  readonly failed: (error: unknown) => void;
  readonly clock: Clock;
  /** How long a list is believed when the server says nothing. Ours to say, not the server's. */
  readonly everyMs?: number;
  /** How soon after one look the next may follow, however loudly the server asks. */
  readonly pauseMs?: number;
}

/** Looks at a server's tools again and again, until it is disposed. */
export interface Watch extends AsyncDisposable {
  /** The server says that its tools are others now. */
  readonly changed: () => void;
}

const [usualEveryMs, usualPauseMs] = [300_000, 1_000];
/** How long a server may take to say what tools it has. One that never says must not end our looking. */
const listingMs = 30_000;
/** How long the end waits for a server that does not notice that nobody wants its list any more. */
const patienceMs = 1_000;

export function keepCurrent(options: KeepCurrentOptions): Watch {
  const { clock, everyMs = usualEveryMs, pauseMs = usualPauseMs } = options;
  const end = new AbortController();
  // What is rung while a look is under way counts for the next one: the list may have been read already.
  let bell = new AbortController();

  const watch = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await rest(clock, everyMs, AbortSignal.any([end.signal, bell.signal]));
      bell = new AbortController();
      await look(options, end.signal);
      await rest(clock, pauseMs, end.signal);
    }
  };
  const watching = watch();

  return {
    changed: () => {
      bell.abort();
    },
    [Symbol.asyncDispose]: async () => {
      end.abort();
      const done = new AbortController();
      await Promise.race([watching, rest(clock, patienceMs, done.signal)]);
      done.abort();
    },
  };
}

async function look(
  { clock, list, replace, failed }: KeepCurrentOptions,
  signal: AbortSignal,
): Promise<void> {
  try {
    const tools = await withTimeout({ clock, ms: listingMs, signal }, list);
    signal.throwIfAborted();
    await replace(tools);
  } catch (error) {
    if (!signal.aborted) failed(error);
  }
}

/** Sleeps until it is time or somebody rings. */
async function rest(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
