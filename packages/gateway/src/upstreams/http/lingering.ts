import type { Clock } from "../../foundation/kernel/clock.ts";

export interface Closable {
  readonly destroy: () => unknown;
}

/** Responses that have answered and go on. */
export interface Lingering extends Disposable {
  readonly watch: (response: Closable) => void;
  readonly forget: (response: Closable) => void;
}

/**
 * Ends responses that are still open `ms` after they answered, or soon thereafter. They are not ended
 * at once: most end by themselves the next moment, and then their connection can be used again.
 */
export function createLingering(clock: Clock, ms: number): Lingering {
  const since = new Map<Closable, number>();
  const stopping = new AbortController();
  let isSweeping = false;

  const sweep = async (): Promise<void> => {
    isSweeping = true;
    // One sleeper for all of them: a timer for every answer would cost every answer.
    while (since.size > 0) {
      await clock.sleep(ms, stopping.signal);
      endBefore(clock.monotonic() - ms);
    }
    isSweeping = false;
  };
  const endBefore = (hour: number): void => {
    for (const [response, at] of since) {
      if (at > hour) continue;
      since.delete(response);
      response.destroy();
    }
  };

  return {
    watch: (response) => {
      since.set(response, clock.monotonic());
      if (!isSweeping) sweep().catch(() => undefined);
    },
    forget: (response) => {
      since.delete(response);
    },
    [Symbol.dispose]: () => {
      stopping.abort();
      endBefore(Number.POSITIVE_INFINITY);
    },
  };
}
