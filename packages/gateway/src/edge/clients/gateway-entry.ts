import { isJsonArray, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import type { ClientName } from "./clients.ts";

/** How a client reaches the gateway. */
export type GatewayReach =
  | {
      readonly kind: "url";
      readonly url: string;
      /** The variable with the caller's key. Default: no key. */
      readonly keyVariable: string | undefined;
    }
  | { readonly kind: "program"; readonly command: string; readonly args: readonly string[] };

/** What a client can do with an entry. */
interface Means {
  /** The list of servers in its files. */
  readonly list: string;
  /** Whether it connects to an address by itself. */
  readonly takesUrl: boolean;
  /** Its form of a reference to a variable in a header. Default: it has none. */
  readonly reference?: (name: string) => string;
}

const inBraces = (name: string): string => `\${${name}}`;
const inEnvBraces = (name: string): string => `\${env:${name}}`;

export const clientMeans: Readonly<Record<ClientName, Means>> = {
  "claude-code": { list: "mcpServers", takesUrl: true, reference: inBraces },
  "claude-desktop": { list: "mcpServers", takesUrl: false },
  codex: { list: "mcp_servers", takesUrl: true, reference: (name) => name },
  cursor: { list: "mcpServers", takesUrl: true, reference: inEnvBraces },
  gemini: { list: "mcpServers", takesUrl: true, reference: inBraces },
  vscode: { list: "servers", takesUrl: true, reference: inEnvBraces },
  windsurf: { list: "mcpServers", takesUrl: true, reference: inEnvBraces },
  // It sends headers as they are written.
  zed: { list: "context_servers", takesUrl: true },
};

/** Returns the entry of the gateway, in the form of a client. */
export function gatewayEntry(client: ClientName, reach: GatewayReach): JsonObject {
  if (reach.kind === "program") {
    const { command, args } = reach;
    return { ...programExtras[client], command, args: [...args] };
  }
  const { url, keyVariable: key } = reach;
  return {
    ...addressExtras[client],
    [addressKeys[client] ?? "url"]: url,
    ...(key !== undefined && keyEntry(client, key)),
  };
}

function keyEntry(client: ClientName, variable: string): JsonObject {
  if (client === "codex") return { bearer_token_env_var: variable };
  const reference = clientMeans[client].reference?.(variable);
  return reference === undefined ? {} : { headers: { Authorization: `Bearer ${reference}` } };
}

const addressExtras: Partial<Record<ClientName, JsonObject>> = {
  "claude-code": { type: "http" },
  vscode: { type: "http" },
};

const addressKeys: Partial<Record<ClientName, string>> = {
  gemini: "httpUrl",
  windsurf: "serverUrl",
};

const programExtras: Partial<Record<ClientName, JsonObject>> = {
  "claude-code": { type: "stdio" },
  vscode: { type: "stdio" },
  zed: { source: "custom" },
};

/** Returns the text of a client's file that has only this entry. */
export function entryText(
  client: ClientName,
  [name, entry]: readonly [string, JsonObject],
): string {
  const { list } = clientMeans[client];
  if (client === "codex") return `${tomlTable(list, [name, entry]).join("\n")}\n`;
  return `${JSON.stringify({ [list]: { [name]: entry } }, undefined, 2)}\n`;
}

/** Returns the lines of the TOML table `[key.name]`. */
export function tomlTable(
  key: string,
  [name, entry]: readonly [string, JsonObject],
): readonly string[] {
  const body = Object.entries(entry).map(([each, value]) => `${each} = ${tomlOf(value)}`);
  return [`[${key}.${name}]`, ...body];
}

/** Every JSON text without control characters is a TOML text too. */
function tomlOf(value: JsonValue): string {
  if (isJsonArray(value)) return `[${value.map(tomlOf).join(", ")}]`;
  return JSON.stringify(value);
}
