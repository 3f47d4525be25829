import type { EventKind } from "./events.ts";

interface OfItem {
  readonly what: "Prompt" | "Resource template" | "View";
  readonly item: string;
  readonly server: string;
}

/** The fields of events about extensions, and about what servers have besides tools. */
export interface RelayFields {
  /** An extension that is not handled. `server` is null if a client declared it. */
  "extension.dropped": { readonly extension: string; readonly server: string | null };
  "resource-list.failed": { readonly server: string; readonly what: string };
  "resource.collided": { readonly uri: string; readonly winner: string; readonly loser: string };
  "prompt.collided": { readonly prompt: string; readonly winner: string; readonly loser: string };
  /** A prompt or a resource template, compared with the lock. */
  "item.drifted": OfItem & { readonly difference: string };
  "item.updated": OfItem & { readonly difference: string };
  "item.withheld": OfItem;
  /** A view whose security policy has more than origins. `problem` is in our own words. */
  "view.unsafe": { readonly view: string; readonly server: string; readonly problem: string };
}

/** Events about extensions, and about what servers have besides tools. */
export const relayEvents: {
  readonly [Name in keyof RelayFields]: EventKind<RelayFields[Name]>;
} = {
  "extension.dropped": {
    level: "info",
    sentence: ({ extension, server }) =>
      `${server === null ? "A client declares" : `MCP server '${server}' has`} the extension '${extension}', which the gateway does not handle, so it is dropped`,
  },
  "resource-list.failed": {
    level: "warning",
    sentence: ({ server, what }) =>
      `MCP server '${server}' did not list its ${what}, leaving them out`,
  },
  "resource.collided": {
    level: "warning",
    sentence: ({ uri, winner, loser }) =>
      `Resource '${uri}' is offered by MCP server '${winner}' and by MCP server '${loser}', using the one from '${winner}'`,
  },
  "prompt.collided": {
    level: "warning",
    sentence: ({ prompt, winner, loser }) =>
      `Prompt '${prompt}' is offered by MCP server '${winner}' and by MCP server '${loser}', using the one from '${winner}'`,
  },
  "item.drifted": {
    level: "error",
    sentence: ({ what, item, server, difference }) =>
      `${what} '${item}' from MCP server '${server}' may not be used, its definition differs from the lock: ${difference}. See: toolcourt lock`,
  },
  "item.updated": {
    level: "info",
    sentence: ({ what, item, server, difference }) =>
      `${what} '${item}' from MCP server '${server}' has a new definition, admitted and locked: ${difference}`,
  },
  "view.unsafe": {
    level: "error",
    sentence: ({ view, server, problem }) =>
      `View '${view}' from MCP server '${server}' may not be used, it is not safe: ${problem}`,
  },
  "item.withheld": {
    level: "warning",
    sentence: ({ what, item, server }) =>
      `${what} '${item}' from MCP server '${server}' may not be used, it has not been admitted. See: toolcourt lock`,
  },
};
