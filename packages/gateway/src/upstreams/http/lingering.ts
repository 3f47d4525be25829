import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";

export interface Closable {
  readonly destroy: () => unknown;
}

/** Responses that have answered but stay open. */
export interface Lingering extends Disposable {
  readonly watch: (response: Closable) => void;
  readonly forget: (response: Closable) => void;
}

/**
 * Closes responses that are still open about `ms` after they answered. Not at once: most end by
 * themselves right away, and then their connection can be reused.
 */
export function createLingering(clock: Clock, ms: number): Lingering {
  const since = new Map<Closable, number>();
  const stopping = new AbortController();
  let isSweeping = false;

  const sweep = async (): Promise<void> => {
    isSweeping = true;
    // One timer for all: a timer per answer would cost every answer.
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
