import { dirname, join } from "node:path";

/** The MCP clients whose files are read and written. */
export const clientNames = [
  "claude-code",
  "claude-desktop",
  "codex",
  "cursor",
  "gemini",
  "vscode",
  "windsurf",
  "zed",
] as const;

export type ClientName = (typeof clientNames)[number];

export type Scope = "project" | "user";

/** A file where a client keeps its servers. */
export interface ClientPlace {
  readonly client: ClientName;
  /** A project's file is relative to its folder. */
  readonly scope: Scope;
  readonly file: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const clientTitles: Readonly<Record<ClientName, string>> = {
  "claude-code": "Claude Code",
  "claude-desktop": "Claude Desktop",
  codex: "Codex",
  cursor: "Cursor",
  gemini: "Gemini CLI",
  vscode: "VS Code",
  windsurf: "Windsurf",
  zed: "Zed",
};

/** Returns the files where clients keep their servers, nearest first. */
export function clientPlaces(environment: Environment): readonly ClientPlace[] {
  return [
    ...projectFiles.map(([client, file]) => ({ client, scope: "project", file }) as const),
    ...userFiles(environment).map(([client, file]) => ({ client, scope: "user", file }) as const),
  ];
}

type ClientFile = readonly [client: ClientName, file: string];

const projectFiles: readonly ClientFile[] = [
  ["vscode", join(".vscode", "mcp.json")],
  ["cursor", join(".cursor", "mcp.json")],
  ["claude-code", ".mcp.json"],
  ["gemini", join(".gemini", "settings.json")],
  ["codex", join(".codex", "config.toml")],
  ["zed", join(".zed", "settings.json")],
];

function userFiles(environment: Environment): readonly ClientFile[] {
  const home = environment["HOME"] ?? environment["USERPROFILE"];
  const settings = settingsFolders(environment, home);
  const inSettings = (client: ClientName, ...steps: readonly string[]): readonly ClientFile[] =>
    settings.map((folder) => [client, join(folder, ...steps)]);
  const inFolder = (
    client: ClientName,
    named: string | undefined,
    ...steps: readonly string[]
  ): readonly ClientFile[] => {
    const folder = named ?? home;
    return folder === undefined ? [] : [[client, join(folder, ...steps)]];
  };
  const codex = environment["CODEX_HOME"];
  return [
    ...inSettings("claude-desktop", "Claude", "claude_desktop_config.json"),
    ...inFolder("claude-code", environment["CLAUDE_CONFIG_DIR"], ".claude.json"),
    ...inFolder("cursor", undefined, ".cursor", "mcp.json"),
    ...inSettings("vscode", "Code", "User", "mcp.json"),
    ...inFolder("windsurf", undefined, ".codeium", "windsurf", "mcp_config.json"),
    ...inSettings("zed", "zed", "settings.json"),
    ...inFolder("gemini", undefined, ".gemini", "settings.json"),
    ...inFolder("codex", codex, ...(codex === undefined ? [".codex"] : []), "config.toml"),
  ];
}

/** Returns the folders for settings of Linux, macOS and Windows. Only those of this machine exist. */
function settingsFolders(environment: Environment, home: string | undefined): readonly string[] {
  const named = environment["XDG_CONFIG_HOME"];
  const roaming = environment["APPDATA"];
  return [
    ...(named === undefined ? [] : [named]),
    ...(home === undefined
      ? []
      : [join(home, ".config"), join(home, "Library", "Application Support")]),
    ...(roaming === undefined ? [] : [roaming]),
  ].filter((folder, at, all) => all.indexOf(folder) === at);
}

/** Returns a folder and those above it, the nearest first. */
export function withParents(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}
