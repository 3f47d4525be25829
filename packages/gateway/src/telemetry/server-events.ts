import { type EventFields, idsOf, wroteText } from "./event-fields.ts";
import type { EventKind } from "./events.ts";

type ServerEvent = Extract<keyof EventFields, `server.${string}`>;

/** Events about servers: whether they are there, and what they wrote when they failed. */
export const serverEvents: { readonly [Name in ServerEvent]: EventKind<EventFields[Name]> } = {
  "server.empty": {
    level: "warning",
    sentence: ({ server, url }) => `MCP server '${server}' at ${url} returned no tools`,
  },
  "server.unreadable": {
    level: "error",
    sentence: ({ server, problem }) => `The file of the HTTP tools '${server}': ${problem}`,
  },
  "server.left-out": {
    level: "error",
    sentence: ({ server, because }) =>
      `MCP server '${server}' is left out until the next start: ${because}`,
  },
  "server.unavailable": {
    level: "warning",
    sentence: ({ server, url, because, next }) =>
      because === undefined
        ? `MCP server '${server}' at ${url} cannot be reached, starting without its tools`
        : `MCP server '${server}' at ${url} cannot be used, starting without its tools: ${because}. Next: ${next}`,
  },
  "server.failed": {
    level: "warning",
    sentence: ({ server, fault, wrote, ...call }) =>
      `MCP server '${server}' failed a call of '${call.tool_id}' (${fault})${wroteText(wrote)}. See: toolcourt servers${idsOf(call)}`,
  },
  "server.wrote": {
    level: "debug",
    sentence: ({ server, text }) =>
      `The process of MCP server '${server}' wrote: ${JSON.stringify(text)}`,
  },
  "server.ended": {
    level: "warning",
    sentence: ({ server, tail }) =>
      `The process of MCP server '${server}' ended${tail === "" ? "" : ` and wrote last: ${JSON.stringify(tail)}`}`,
  },
};
