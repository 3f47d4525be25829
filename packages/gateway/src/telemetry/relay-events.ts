import type { EventFields } from "./event-fields.ts";
import type { EventKind } from "./events.ts";

type RelayEvent = Extract<
  keyof EventFields,
  `${"extension" | "resource-list" | "resource" | "prompt" | "item"}.${string}`
>;

/** Events about extensions, and about what servers have besides tools. */
export const relayEvents: { readonly [Name in RelayEvent]: EventKind<EventFields[Name]> } = {
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
  "item.withheld": {
    level: "warning",
    sentence: ({ what, item, server }) =>
      `${what} '${item}' from MCP server '${server}' may not be used, it has not been admitted. See: toolcourt lock`,
  },
};
