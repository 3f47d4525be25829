import type { ClientName } from "@toolcourt/gateway/internal/edge/clients/clients";

/** Stands for every secret in the files. */
export const canary = "hunter2-canary";

/** Files of one client as people write them: comments, odd spacing, two scopes, secrets. */
export interface ClientFixture {
  readonly client: ClientName;
  /** By path. Those under `home/` are the user's. `FOLDER` stands for the project's folder. */
  readonly files: Readonly<Record<string, string>>;
  /** The servers that are imported, sorted. */
  readonly servers: readonly string[];
  /** What the configuration must contain. */
  readonly written: readonly string[];
  /** What must be named, because it is not taken over. */
  readonly named: readonly string[];
  /** Variables to set. */
  readonly variables: readonly string[];
}

export const clientFixtures: readonly ClientFixture[] = [
  {
    client: "claude-code",
    files: {
      ".mcp.json": `{
   "mcpServers" : {
 "crm": { "type": "stdio", "command": "npx", "args": ["-y", "crm-server@2.1.0"],
          "env": {"CRM_KEY": "\${CRM_KEY}", "REGION": "\${REGION:-eu}"} }
  }
}
`,
      "home/.claude.json": `{
  "numStartups": 412, "oauthAccount": {"accessToken": "${canary}"},
  "projects": {
    "FOLDER": {
      "allowedTools": [], "disabledMcpServers": ["docs"], "history": [{"display": "my key is ${canary}"}],
      "mcpServers": { "notes": {"command":"uvx","args":["notes-server==1.2"],"env":{"NOTES_TOKEN":"${canary}"}} }
    },
    "/elsewhere": { "mcpServers": { "other": { "command": "other", "env": { "K": "${canary}" } } } }
  },
  "mcpServers": {
    "docs": {"type":"http","url":"https://docs.example.com/mcp"},
    "crm":  {"type":"http","url":"https://old.example.com/mcp"},
    "wiki": {"type":"http","url":"https://wiki.example.com/mcp","headers":{"Authorization":"Bearer ${canary}"}, "headersHelper": "/opt/token.sh"}
  }
}`,
    },
    servers: ["crm", "notes", "wiki"],
    written: [
      "CRM_KEY: ${CRM_KEY}",
      "REGION: ${REGION}",
      "NOTES_TOKEN: ${NOTES_TOKEN}",
      "Authorization: Bearer ${WIKI_TOKEN}",
    ],
    named: [
      "crm was left out: a nearer entry",
      "docs was left out: it is switched off",
      "headersHelper",
      "/elsewhere: other",
    ],
    variables: ["CRM_KEY", "REGION", "NOTES_TOKEN", "WIKI_TOKEN"],
  },
  {
    client: "claude-desktop",
    files: {
      "home/.config/Claude/claude_desktop_config.json": `{"globalShortcut":"Ctrl+Space",
"mcpServers":{"github":{"command":"docker","args":["run","-i","--rm","-e","GITHUB_TOKEN=${canary}","ghcr.io/github/github-mcp-server"]},

    "files" : {"command":"npx","args":["-y","@modelcontextprotocol/server-filesystem","/home/ada/notes"]}}}`,
    },
    servers: ["files", "github"],
    written: ["GITHUB_TOKEN: ${GITHUB_TOKEN}", "- /home/ada/notes"],
    named: ["Not taken over: globalShortcut."],
    variables: ["GITHUB_TOKEN"],
  },
  {
    client: "codex",
    files: {
      ".codex/config.toml": `# Servers of this project
[mcp_servers.crm]
  command = 'npx'            # started by Codex
args    = [ "-y",
  "crm-server@2.1.0", ]      # trailing comma
env_vars = ["CRM_KEY", { name = "CRM_REGION", source = "local" }]
enabled_tools = ["find_customer"]
`,
      "home/.codex/config.toml": `model = "gpt-5"
approval_policy = "on-request"

[mcp_servers]
inline = { url = "https://inline.example.com/mcp" }

[mcp_servers."wiki"] # quoted
url = "https://wiki.example.com/mcp"
bearer_token_env_var = "WIKI_TOKEN"
http_headers = { "X-Region" = "eu", "X-Key" = "${canary}" }
env_http_headers = { "X-Team" = "TEAM" }
startup_timeout_sec = 20

[mcp_servers.crm]
command = "old-crm"

[mcp_servers.crm.env]
CRM_KEY = "${canary}"

[mcp_servers.off]
command = "off"
enabled = false

[mcp_servers.notes]
command = "uvx"
args = ["notes-server==1.2"]

  [mcp_servers.notes.env]
  NOTES_TOKEN = """${canary}"""
  LOG_LEVEL = "info"

[tui]
theme = "dark"
`,
    },
    servers: ["crm", "inline", "notes", "wiki"],
    written: [
      "CRM_KEY: ${CRM_KEY}",
      "CRM_REGION: ${CRM_REGION}",
      "tool_allowlist:\n        - find_customer",
      "Authorization: Bearer ${WIKI_TOKEN}",
      "X-Key: ${WIKI_X_KEY}",
      "X-Team: ${TEAM}",
      "NOTES_TOKEN: ${NOTES_TOKEN}",
      "LOG_LEVEL: info",
    ],
    named: [
      "startup_timeout_sec",
      "crm was left out: a nearer entry",
      "off was left out: it is switched off in the client",
    ],
    variables: "CRM_KEY CRM_REGION NOTES_TOKEN TEAM WIKI_TOKEN WIKI_X_KEY WIKI_X_REGION".split(" "),
  },
  {
    client: "cursor",
    files: {
      ".cursor/mcp.json": `{"mcpServers":{"crm":{"command":"npx","args":["-y","crm-server@2.1.0","--api-key","${canary}"]}}}`,
      "home/.cursor/mcp.json": `{
\t"mcpServers": {
\t\t// the wiki
\t\t"wiki": { "url": "https://wiki.example.com/mcp", "headers": { "X-Key": "\${env:WIKI_KEY}" } },
\t\t"crm": { "command": "old-crm" },
\t},
}
`,
    },
    servers: ["crm", "wiki"],
    written: ["LEFT-OUT", "X-Key: ${WIKI_KEY}"],
    named: ["MCPS__crm__ARGS__3", "crm was left out: a nearer entry"],
    variables: ["WIKI_KEY"],
  },
  {
    client: "gemini",
    files: {
      ".gemini/settings.json": `{
  /* this project */ "mcpServers": {
    "crm": { "command": "npx", "args": ["-y", "crm-server@2.1.0"], "cwd": "./crm",
      "env": { "CRM_KEY": "$CRM_KEY", "OTHER_KEY": "${canary}" }, "timeout": 15000, "trust": true,
      "includeTools": ["find_customer", "list_orders"], "excludeTools": ["list_orders"] }
  }
}`,
      "home/.gemini/settings.json": `{
  "theme": "GitHub", "selectedAuthType": "gemini-api-key",
  "mcp": { "excluded": ["off"] },
  "mcpServers": {
    "off": { "command": "off" },
    "events": { "url": "http://127.0.0.1:8080/events" },
    "wiki": { "httpUrl": "https://wiki.example.com/mcp", "headers": { "Authorization": "Bearer $WIKI_TOKEN" } }
  }
}`,
    },
    servers: ["crm", "events", "wiki"],
    written: [
      "CRM_KEY: ${CRM_KEY}",
      "OTHER_KEY: ${OTHER_KEY}",
      "transport: sse\n      url: http://127.0.0.1:8080/events",
      "transport: streamable_http\n      url: https://wiki.example.com/mcp",
      "Authorization: Bearer ${WIKI_TOKEN}",
      "tool_allowlist:\n        - find_customer\n",
    ],
    named: ["Not taken over: timeout, trust.", "off was left out: it is switched off"],
    variables: ["CRM_KEY", "OTHER_KEY", "WIKI_TOKEN"],
  },
  {
    client: "vscode",
    files: {
      ".vscode/mcp.json": `{
  "inputs": [{ "id": "crm-key", "type": "promptString", "password": true }],
  "servers": {
    "crm": { "type": "stdio", "command": "npx", "args": ["-y", "crm-server@2.1.0"], "env": { "CRM_KEY": "\${input:crm-key}" }, },
  },
}
`,
      "home/.config/Code/User/mcp.json": `{
    "servers": {
        "wiki": { "type": "http", "url": "https://wiki.example.com/mcp", "headers": { "X-Key": "${canary}" } }
    }
}
`,
    },
    servers: ["crm", "wiki"],
    written: ["CRM_KEY: ${CRM_KEY}", "X-Key: ${WIKI_X_KEY}"],
    named: [],
    variables: ["CRM_KEY", "WIKI_X_KEY"],
  },
  {
    client: "windsurf",
    files: {
      "home/.codeium/windsurf/mcp_config.json": `{
  "mcpServers": {
    "crm": { "command": "npx", "args": ["-y", "crm-server@2.1.0"], "env": { "CRM_KEY": "${canary}" },
             "disabled": false, "disabledTools": ["delete_customer"], "alwaysAllow": ["x"] },
    "off": { "command": "off", "disabled": true },
    "wiki": { "serverUrl": "https://wiki.example.com/mcp", "headers": { "Authorization": "Bearer \${env:WIKI_TOKEN}" } }
  }
}
`,
    },
    servers: ["crm", "wiki"],
    written: [
      "CRM_KEY: ${CRM_KEY}",
      "tool_denylist:\n        - delete_customer",
      "Authorization: Bearer ${WIKI_TOKEN}",
    ],
    named: ["Not taken over: alwaysAllow.", "off was left out: it is switched off in the client"],
    variables: ["CRM_KEY", "WIKI_TOKEN"],
  },
  {
    client: "zed",
    files: {
      ".zed/settings.json": `{ "context_servers": { "crm": { "source": "custom", "command": "npx", "args": ["-y", "crm-server@2.1.0"], "env": { "CRM_KEY": "${canary}" } } } }`,
      "home/.config/zed/settings.json": `// Zed settings
//
// see https://zed.dev/docs/configuring-zed
{
  "theme": { "mode": "system", /* both */ "dark": "One Dark" },
  "context_servers": {
    "postgres": { "source": "extension", "settings": { "database_url": "postgres://me:${canary}@db/x" } },
    "notes": { "command": { "path": "uvx", "args": ["notes-server==1.2"], "env": { "NOTES_TOKEN": "${canary}" } }, "settings": {} },
    "off": { "source": "custom", "enabled": false, "command": "off", "args": [] },
    "wiki": {
      "url": "https://wiki.example.com/mcp", // remote
      "headers": { "Authorization": "Bearer ${canary}" },
    },
  },
  "vim_mode": true,
}
`,
    },
    servers: ["crm", "notes", "wiki"],
    written: [
      "CRM_KEY: ${CRM_KEY}",
      "NOTES_TOKEN: ${NOTES_TOKEN}",
      "Authorization: Bearer ${WIKI_TOKEN}",
    ],
    named: [
      "postgres was left out: only an extension of the client can start it",
      "notes: Not taken over: settings.",
      "off was left out: it is switched off in the client",
    ],
    variables: ["CRM_KEY", "NOTES_TOKEN", "WIKI_TOKEN"],
  },
];
