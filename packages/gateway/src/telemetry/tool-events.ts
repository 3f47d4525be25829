import type { EventFields } from "./event-fields.ts";
import { idsOf, local, owner } from "./event-phrases.ts";
import type { EventKind } from "./events.ts";

type ToolEvent = Extract<keyof EventFields, `tool.${string}`>;

/** Events about which tools there are, and which of them are held. */
export const toolEvents: { readonly [Name in ToolEvent]: EventKind<EventFields[Name]> } = {
  "tool.defaulted": {
    level: "info",
    sentence: ({ tool, server }) =>
      `Tool '${tool}' from MCP '${server}' not explicitly configured, using default configuration`,
  },
  "tool.discovered": {
    level: "info",
    sentence: ({ tool, server }) =>
      `New tool '${tool}' discovered from MCP server '${server}', registering with default configuration`,
  },
  "tool.removed": {
    level: "warning",
    sentence: ({ tool, server }) =>
      `Tool '${tool}' was configured but is no longer available from ${owner(server)}`,
  },
  "tool.deprecated-used": {
    level: "warning",
    sentence: ({ tool, server, replacement, removalDate, ...call }) =>
      `Tool '${tool}' from ${owner(server)} was called though it is deprecated, '${replacement}' replaces it and it goes on '${removalDate}'${idsOf(call)}`,
  },
  "tool.not-found": {
    level: "warning",
    sentence: ({ tool }) =>
      `Tool '${tool}' is configured but no local tool has that name and there is no MCP server`,
  },
  "tool.explicit": {
    level: "debug",
    sentence: ({ tool, config }) =>
      `Tool '${tool}' registered with explicit configuration: ${config}`,
  },
  "tool.merged": {
    level: "debug",
    sentence: ({ tool, explicit, defaults, final }) =>
      `Tool '${tool}' configuration merged: explicit=${explicit}, default=${defaults}, final=${final}`,
  },
  "tool.excluded": {
    level: "debug",
    sentence: ({ tool, server }) =>
      `Tool '${tool}' from MCP server '${server}' is left out by the server's allowlist or denylist`,
  },
  "tool.nonconformant": {
    level: "error",
    sentence: ({ tool, server, rules }) =>
      `Tool '${tool}' from ${owner(server)} may not be called, its contract breaks: ${rules.join(", ")}`,
  },
  "tool.drifted": {
    level: "error",
    sentence: ({ tool, server, difference }) =>
      `Tool '${tool}' from MCP server '${server}' may not be called, its contract differs from the lock: ${difference}`,
  },
  "tool.updated": {
    level: "info",
    sentence: ({ tool, server, difference }) =>
      `Tool '${tool}' from MCP server '${server}' has a new contract, admitted and locked: ${difference}`,
  },
  "tool.admitted": {
    level: "info",
    sentence: ({ tool, server }) =>
      `Tool '${tool}' from MCP server '${server}' may be called, its contract was admitted over the lock`,
  },
  "tool.withdrawn": {
    level: "error",
    sentence: ({ tool, server }) =>
      `Tool '${tool}' from MCP server '${server}' may not be called, its approval was withdrawn`,
  },
  "tool.withheld": {
    level: "warning",
    sentence: ({ tool, server }) =>
      `Tool '${tool}' from MCP server '${server}' may not be called, it has not been admitted`,
  },
  "tool.unreviewed": {
    level: "error",
    sentence: ({ tool, server, rules }) =>
      `Tool '${tool}' from MCP server '${server}' may not be called until its text is approved with toolcourt lock, it breaks: ${rules.join(", ")}`,
  },
  "tool.dropped": {
    level: "warning",
    sentence: ({ tool, server }) =>
      `Tool '${tool}' from MCP server '${server}' is left out, it asks for a header that the protocol does not allow`,
  },
  "tool.collided": {
    level: "warning",
    sentence: ({ tool, winner, loser }) =>
      `Tool '${tool}' is offered by ${owner(loser)} and by ${owner(winner)}, using the one from ${winner === local ? owner(local) : `'${winner}'`}`,
  },
  "tool.qualified": {
    level: "warning",
    sentence: ({ tool, servers: [first, second], names }) =>
      `Tool '${tool}' is offered by ${owner(first)} and by ${owner(second)}, using ${names.map((name) => `'${name}'`).join(" and ")}`,
  },
  "tool.searched": {
    level: "debug",
    sentence: ({ found, among, traceId }) =>
      `A search found ${found} of ${among} tools (trace ${traceId})`,
  },
  "tool.name-taken": {
    level: "error",
    sentence: ({ tool, server, name, owner: other }) =>
      `Tool '${tool}' from ${owner(server)} may not be called, its name '${name}' belongs to ${owner(other)}. See: toolcourt lock`,
  },
};
