import type { EventFields } from "./event-fields.ts";
import { idsOf, wroteText } from "./event-phrases.ts";
import type { EventKind } from "./events.ts";
import type { SandboxFields } from "./sandbox-events.ts";

type ServerEvent = Exclude<Extract<keyof EventFields, `server.${string}`>, keyof SandboxFields>;

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
  "server.tools": {
    level: "info",
    levelOf: ({ held, drifted }) => {
      if (drifted > 0) return "error";
      return held > 0 ? "warning" : "info";
    },
    sentence: toolsText,
  },
  "server.left-out": {
    level: "error",
    sentence: ({ server, because }) =>
      `MCP server '${server}' is left out until the next start: ${because}`,
  },
  "server.unavailable": {
    level: "warning",
    sentence: ({ server, url, because, next, wrote, isRunning }) => {
      const goesOn =
        isRunning === true ? "its calls fail until it is back" : "starting without its tools";
      return `MCP server '${server}' at ${url} cannot be used, ${goesOn}: ${because}${wroteText(wrote)}. Next: ${next}`;
    },
  },
  "server.restored": {
    level: "info",
    sentence: ({ server, restarts }) =>
      `MCP server '${server}' is connected again (restarts: ${restarts})`,
  },
  "server.failed": {
    level: "warning",
    sentence: ({ server, because, wrote, next, ...call }) =>
      `MCP server '${server}' failed a call of '${call.tool_id}': ${because}${wroteText(wrote)}. Next: ${next}${idsOf(call)}`,
  },
  "server.wrote": {
    level: "debug",
    sentence: ({ server, text }) =>
      `The process of MCP server '${server}' wrote: ${JSON.stringify(text)}`,
  },
  "server.ended": {
    level: "warning",
    sentence: ({ server, tail, next }) =>
      `The process of MCP server '${server}' ended${tail === "" ? "" : ` and wrote last: ${JSON.stringify(tail)}`}. Next: ${next}`,
  },
};

/** `github: 26 tools, 26 callable, 26 without an output contract: toolcourt adopt github writes them` */
function toolsText({ server, next, ...counts }: EventFields["server.tools"]): string {
  const { tools, callable, withApproval, held, drifted, untyped } = counts;
  const parts = [
    `${tools} ${tools === 1 ? "tool" : "tools"}`,
    `${callable} callable`,
    ...(withApproval > 0 ? [`${withApproval} callable with approval`] : []),
    ...(untyped > 0 ? [`${untyped} without an output contract`] : []),
    ...(held > 0 ? [`${held} held`] : []),
    ...(drifted > 0 ? [`${drifted} of them different from the lock`] : []),
  ];
  const does = held > 0 ? "shows why" : "writes them";
  return `${server}: ${parts.join(", ")}${next === null ? "" : `: ${next} ${does}`}`;
}
