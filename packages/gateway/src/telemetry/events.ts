export const levels = ["debug", "info", "warning", "error"] as const;
export type Level = (typeof levels)[number];

interface EventKind<Fields> {
  readonly level: Level;
  readonly sentence: (fields: Fields) => string;
}

function event<Fields>(level: Level, sentence: (fields: Fields) => string): EventKind<Fields> {
  return { level, sentence };
}

/** Everything the gateway logs. No row here, no line there. The sentence is public where the requirements quote it. */
export const events = {
  "tool.defaulted": event<{ readonly tool: string; readonly server: string }>(
    "info",
    ({ tool, server }) =>
      `Tool '${tool}' from MCP '${server}' not explicitly configured, using default configuration`,
  ),
  "tool.discovered": event<{ readonly tool: string; readonly server: string }>(
    "info",
    ({ tool, server }) =>
      `New tool '${tool}' discovered from MCP server '${server}', registering with default configuration`,
  ),
  "tool.removed": event<{ readonly tool: string; readonly server: string }>(
    "warning",
    ({ tool, server }) =>
      `Tool '${tool}' was configured but is no longer available from MCP server '${server}'`,
  ),
  "tool.explicit": event<{ readonly tool: string; readonly config: string }>(
    "debug",
    ({ tool, config }) => `Tool '${tool}' registered with explicit configuration: ${config}`,
  ),
  "tool.merged": event<{
    readonly tool: string;
    readonly explicit: string;
    readonly defaults: string;
    readonly final: string;
  }>(
    "debug",
    ({ tool, explicit, defaults, final }) =>
      `Tool '${tool}' configuration merged: explicit=${explicit}, default=${defaults}, final=${final}`,
  ),
  "server.empty": event<{ readonly server: string; readonly url: string }>(
    "warning",
    ({ server, url }) => `MCP server '${server}' at ${url} returned no tools`,
  ),
} as const;

export type EventName = keyof typeof events;
export type FieldsOf<Name extends EventName> = Parameters<(typeof events)[Name]["sentence"]>[0];

/** Writes events somewhere. What is not declared above cannot be logged. */
export interface Logger {
  readonly log: <Name extends EventName>(name: Name, fields: FieldsOf<Name>) => void;
}
