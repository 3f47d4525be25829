import type { ToolConfig } from "../tool-config.ts";

/** Name of the owner of local tools in a tool entry. */
const local = "local";

/** Returns the settings of a server's tool. An entry that names the server takes precedence. */
export function settingsOfServerTool(
  tools: readonly ToolConfig[],
  server: string,
  name: string,
): ToolConfig | undefined {
  const namesakes = tools.filter((entry) => entry.name === name);
  return (
    namesakes.find((entry) => entry.server === server) ??
    namesakes.find((entry) => entry.server === undefined)
  );
}

export function settingsOfLocalTool(
  tools: readonly ToolConfig[],
  name: string,
): ToolConfig | undefined {
  return settingsOfServerTool(tools, local, name);
}

/** Returns the distinct names under `tools`, in file order. */
export function configuredNames(tools: readonly ToolConfig[]): readonly string[] {
  return [...new Set(tools.map(({ name }) => name))];
}
