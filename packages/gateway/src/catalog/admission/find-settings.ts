import type { ToolSettings } from "../settings.ts";

/** How a tool's entry names our own tools as their owner. */
const local = "local";

/** The settings of a server's tool: an entry that names the server goes before one that names none. */
export function settingsOfServerTool(
  tools: readonly ToolSettings[],
  server: string,
  name: string,
): ToolSettings | undefined {
  const namesakes = tools.filter((entry) => entry.name === name);
  return (
    namesakes.find((entry) => entry.server === server) ??
    namesakes.find((entry) => entry.server === undefined)
  );
}

export function settingsOfLocalTool(
  tools: readonly ToolSettings[],
  name: string,
): ToolSettings | undefined {
  return settingsOfServerTool(tools, local, name);
}

/** The names under `tools`, once each, in the order of the file. */
export function configuredNames(tools: readonly ToolSettings[]): readonly string[] {
  return [...new Set(tools.map(({ name }) => name))];
}
