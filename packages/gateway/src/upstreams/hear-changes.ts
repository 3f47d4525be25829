import type { Client } from "@modelcontextprotocol/client";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { followChanges } from "./follow-changes.ts";
import type { UpstreamListeners } from "./upstream.ts";

/** Forwards a server's change notifications to the listeners, whichever way they arrive. */
export function hearChanges(client: Client, listeners: UpstreamListeners): void {
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
