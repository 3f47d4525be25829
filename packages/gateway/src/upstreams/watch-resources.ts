import type { Client } from "@modelcontextprotocol/client";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Ask } from "./ask.ts";
import { followChanges } from "./follow-changes.ts";
import { orAborted } from "./or-aborted.ts";
import { toUpstreamError } from "./to-upstream-error.ts";
import type { Upstream, UpstreamListeners } from "./upstream.ts";

type Watch = Upstream["watchResources"];

/** Subscribes to the new resources of the wanted set, and unsubscribes from the others. */
export function watchOneByOne(ask: Ask): Watch {
  const watched = new Set<string>();

  const tell = async (method: string, uris: readonly string[], signal: AbortSignal) => {
    const told = uris.map(async (uri) => {
      await ask({ method, params: { uri } }, signal);
      return uri;
    });
    return Promise.allSettled(told);
  };

  return inTurn(async (uris, signal) => {
    const gone = [...watched].filter((uri) => !uris.includes(uri));
    // A failed unsubscribe is ignored: its notifications are no longer wanted.
    for (const uri of gone) watched.delete(uri);
    await tell("resources/unsubscribe", gone, signal);

    const fresh = [...new Set(uris)].filter((uri) => !watched.has(uri));
    const outcomes = await tell("resources/subscribe", fresh, signal);
    for (const each of outcomes) if (each.status === "fulfilled") watched.add(each.value);
    const failed = outcomes.find((each) => each.status === "rejected");
    if (failed !== undefined) throw toUpstreamError(failed.reason);
  });
}

export interface WatchDependencies {
  readonly listen: (filter: { resourceSubscriptions: string[] }, signal: AbortSignal) => Listening;
  readonly clock: Clock;
  readonly listeners: UpstreamListeners;
  /** Ends all watching. */
  readonly signal: AbortSignal;
}

type Listening = ReturnType<Client["listen"]>;

/**
 * Listens to the whole set in one request. A new set opens a new request before the old one ends.
 */
export function watchTogether({ listen, clock, listeners, signal }: WatchDependencies): Watch {
  let watching = new AbortController();

  return inTurn(async (uris, caller) => {
    const before = watching;
    watching = new AbortController();
    const until = AbortSignal.any([signal, watching.signal]);
    const started = Promise.withResolvers<unknown>();
    const listenOnce = (each: AbortSignal): Listening => {
      const listening = listen({ resourceSubscriptions: [...new Set(uris)] }, each);
      started.resolve(listening);
      return listening;
    };
    const missed = (): void => {
      for (const uri of uris) listeners.resourceUpdated?.(uri);
    };
    try {
      if (uris.length === 0) return;
      void followChanges({ clock, listen: listenOnce, missed }, until);
      await orAborted(started.promise, caller);
    } catch (error) {
      throw toUpstreamError(error);
    } finally {
      before.abort();
    }
  });
}

/** Serializes the changes, so that the last one wins. */
function inTurn(watch: Watch): Watch {
  let last: Promise<void> = Promise.resolve();
  return (uris, signal) => {
    const turn = last.then(() => watch(uris, signal));
    last = turn.catch(() => undefined);
    return turn;
  };
}
