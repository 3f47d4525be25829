import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { JsonValue } from "@toolcourt/sdk";

export interface ToolWatchOptions extends Pick<Runtime, "clock"> {
  readonly list: (signal: AbortSignal) => Promise<readonly JsonValue[]>;
  readonly replace: (tools: readonly JsonValue[]) => Promise<void>;
  /** Called when a poll fails. The tools stay as they are, and the next poll comes on time. */
  readonly failed: (error: unknown) => void;
  /** Poll interval without announcements. Set by us, never by the server. Default: 300000. */
  readonly everyMs?: number;
  /** Minimum pause between polls, however often the server announces changes. Default: 1000. */
  readonly pauseMs?: number;
}

const [defaultEveryMs, defaultPauseMs] = [300_000, 1_000];
/** Timeout of a tool list request. A server that never answers must not end the polling. */
const listingMs = 30_000;
/** How long disposal waits for a server that ignores the abort. */
const patienceMs = 1_000;

/** Polls a server's tools until it is disposed. */
export class ToolWatch implements AsyncDisposable {
  readonly #options: ToolWatchOptions;
  readonly #end = new AbortController();
  // An announcement during a poll counts for the next one: the list may have been read already.
  #wakeUp = new AbortController();
  readonly #watching: Promise<void>;

  constructor(options: ToolWatchOptions) {
    this.#options = options;
    this.#watching = this.#watch();
  }

  /** Signals that the server announced a change. */
  readonly changed = (): void => this.#wakeUp.abort();

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    const done = new AbortController();
    await Promise.race([this.#watching, rest(this.#options.clock, patienceMs, done.signal)]);
    done.abort();
  }

  async #watch(): Promise<void> {
    const { clock, everyMs = defaultEveryMs, pauseMs = defaultPauseMs } = this.#options;
    const { signal } = this.#end;
    while (!signal.aborted) {
      await rest(clock, everyMs, AbortSignal.any([signal, this.#wakeUp.signal]));
      this.#wakeUp = new AbortController();
      await look(this.#options, signal);
      await rest(clock, pauseMs, signal);
    }
  }
}

async function look(
  { clock, list, replace, failed }: ToolWatchOptions,
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

/** Sleeps until the time is up or the signal aborts. */
async function rest(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
