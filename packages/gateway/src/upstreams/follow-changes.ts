import type { Client, McpSubscription } from "@modelcontextprotocol/client";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { createSerial } from "@toolcourt/contracts/internal/kernel/serial";
import type { Ask } from "./ask.ts";
import { toUpstreamError } from "./to-upstream-error.ts";
import type { Upstream, UpstreamListeners } from "./upstream.ts";

const firstWaitMs = 1_000;
const maxWaitMs = 60_000;
/** A subscription that ends sooner counts as a failure for the backoff. */
const steadyMs = 10_000;

interface Following extends Pick<Runtime, "clock"> {
  readonly listen: (signal: AbortSignal) => Promise<Pick<McpSubscription, "closed">>;
  /** Called before listening again: changes in between went unnoticed. */
  readonly missed: () => void;
}

/**
 * Follows a modern server's change notifications until `signal` aborts. The subscription is one
 * long request. When it ends we subscribe again and assume a missed change.
 */
export async function followChanges(following: Following, signal: AbortSignal): Promise<void> {
  const { clock, missed } = following;
  let waitMs = firstWaitMs;
  while (!signal.aborted) {
    const since = clock.monotonic();
    const ended = await listenOnce(following, signal);
    if (ended === "local") return;
    if (ended !== "refused" && clock.monotonic() - since >= steadyMs) waitMs = firstWaitMs;
    const isStopped = await clock.sleep(waitMs, signal).catch(() => true as const);
    if (isStopped === true) return;
    waitMs = Math.min(waitMs * 2, maxWaitMs);
    if (ended !== "refused") missed();
  }
}

async function listenOnce(
  { listen }: Following,
  signal: AbortSignal,
): Promise<"local" | "graceful" | "remote" | "refused"> {
  try {
    const subscription = await listen(signal);
    return await subscription.closed;
  } catch {
    return "refused";
  }
}

/** Forwards a server's change notifications to the listeners, whichever way they arrive. */
export function forwardChanges(client: Client, listeners: UpstreamListeners): void {
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    listeners.toolsChanged();
  });
  client.setNotificationHandler("notifications/prompts/list_changed", () => {
    listeners.changed?.("prompts");
  });
  client.setNotificationHandler("notifications/resources/list_changed", () => {
    listeners.changed?.("resources");
  });
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    listeners.resourceUpdated?.(params.uri);
  });
}

/** Subscribes to every list that a modern server offers notifications for. */
export async function followLists(
  client: Client,
  { clock, listeners }: { readonly clock: Clock; readonly listeners: UpstreamListeners },
  signal: AbortSignal,
): Promise<void> {
  const filter = offeredBy(client);
  if (Object.keys(filter).length === 0) return;

  const listen = (each: AbortSignal): ReturnType<Client["listen"]> =>
    client.listen(filter, { signal: each });
  const missed = (): void => {
    if (filter.toolsListChanged === true) listeners.toolsChanged();
    if (filter.promptsListChanged === true) listeners.changed?.("prompts");
    if (filter.resourcesListChanged === true) listeners.changed?.("resources");
  };
  await followChanges({ clock, listen, missed }, signal);
}

interface Filter {
  readonly toolsListChanged?: true;
  readonly promptsListChanged?: true;
  readonly resourcesListChanged?: true;
}

function offeredBy(client: Client): Filter {
  const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
  return {
    ...(tools?.listChanged === true && { toolsListChanged: true }),
    ...(prompts?.listChanged === true && { promptsListChanged: true }),
    ...(resources?.listChanged === true && { resourcesListChanged: true }),
  };
}

type Watch = Upstream["watchResources"];

/** Subscribes to the new resources of the wanted set, and unsubscribes from the others. */
export function watchOneByOne(ask: Ask): Watch {
  const watched = new Set<string>();

  const send = async (method: string, uris: readonly string[], signal: AbortSignal) => {
    const sent = uris.map(async (uri) => {
      await ask({ method, params: { uri } }, signal);
      return uri;
    });
    return Promise.allSettled(sent);
  };

  return inTurn(async (uris, signal) => {
    const gone = [...watched].filter((uri) => !uris.includes(uri));
    // A failed unsubscribe is ignored: its notifications are no longer wanted.
    for (const uri of gone) watched.delete(uri);
    await send("resources/unsubscribe", gone, signal);

    const fresh = [...new Set(uris)].filter((uri) => !watched.has(uri));
    const outcomes = await send("resources/subscribe", fresh, signal);
    for (const each of outcomes) if (each.status === "fulfilled") watched.add(each.value);
    const failed = outcomes.find((each) => each.status === "rejected");
    if (failed !== undefined) throw toUpstreamError(failed.reason);
  });
}

/** The signal ends all watching. */
interface WatchDeps extends Pick<Runtime, "clock" | "signal"> {
  readonly listen: (filter: { resourceSubscriptions: string[] }, signal: AbortSignal) => Listening;
  readonly listeners: UpstreamListeners;
}

type Listening = ReturnType<Client["listen"]>;

/**
 * Listens to the whole set in one request. A new set opens a new request before the old one ends.
 */
export function watchTogether({ listen, clock, listeners, signal }: WatchDeps): Watch {
  let watching = new AbortController();

  return inTurn(async (uris, caller) => {
    const before = watching;
    watching = new AbortController();
    const until = AbortSignal.any([signal, watching.signal]);
    const started = Promise.withResolvers<unknown>();
    const listenToAll = (each: AbortSignal): Listening => {
      const listening = listen({ resourceSubscriptions: [...new Set(uris)] }, each);
      started.resolve(listening);
      return listening;
    };
    const missed = (): void => {
      for (const uri of uris) listeners.resourceUpdated?.(uri);
    };
    try {
      if (uris.length === 0) return;
      void followChanges({ clock, listen: listenToAll, missed }, until);
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
  const serial = createSerial();
  return (uris, signal) => serial(() => watch(uris, signal));
}

/** Awaits work until the signal aborts: the work itself may ignore signals. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const leave = (): void => {
    aborted.reject(new Error("The caller no longer waits.", { cause: signal.reason }));
  };
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
