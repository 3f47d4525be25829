import { join } from "node:path";
import type { CommandContext } from "../../command.ts";

/** Returns the files where clients keep their servers, nearest first. */
export function clientFiles({
  environment,
}: Pick<CommandContext, "environment">): readonly string[] {
  const home = environment["HOME"] ?? environment["USERPROFILE"];
  const roaming = environment["APPDATA"];
  const settings = [
    ...(home === undefined
      ? []
      : [join(home, ".config"), join(home, "Library", "Application Support")]),
    ...(roaming === undefined ? [] : [roaming]),
  ];
  return [
    join(".vscode", "mcp.json"),
    join(".cursor", "mcp.json"),
    ".mcp.json",
    "mcp.json",
    "server.json",
    "claude_desktop_config.json",
    ...settings.map((folder) => join(folder, "Claude", "claude_desktop_config.json")),
    ...(home === undefined ? [] : [join(home, ".cursor", "mcp.json")]),
    ...settings.map((folder) => join(folder, "Code", "User", "mcp.json")),
  ];
}
