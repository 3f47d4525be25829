import type { DefaultToolSettings, ServerPolicy, ToolSettings } from "../catalog/settings.ts";
import { defaultClauses } from "../pipeline/clause-counters.ts";
import type { Transport } from "../upstreams/transport.ts";
import { addressOf } from "./address.ts";
import type { AuthFile } from "./authority.ts";
import type { AuthSettings, Config, PolicyPlace, ServerSettings } from "./config.ts";
import { toHost } from "./host.ts";
import { toHttpSet } from "./http-sets.ts";
import { toKey } from "./keys-file.ts";
import { type ConfigSource, readConfig } from "./read.ts";
import { toRules } from "./redaction.ts";
import { toResults } from "./results.ts";
import type { ConfigFile, HttpSetFile, McpFile, ToolboxFile } from "./schema.ts";
import { toEgress } from "./to-egress.ts";
import { toTelemetry } from "./to-telemetry.ts";
import { type Environment, expandVariables } from "./variables.ts";

/**
 * Parses a configuration file. Refuses it with `config-invalid` and all mistakes at once.
 *
 * @example
 * ```ts
 * const config = loadConfig("toolbox: { local: [workspace] }", { file: "toolcourt.yaml", environment: {} });
 * ```
 */
export function loadConfig(text: string, source: ConfigSource): Config {
  return toConfig(readConfig(text, source).file, source.environment);
}

/** The configuration without a file: all workspace tools. */
export const defaultText = `toolbox:
  local: [workspace]
  tools:
    - name: hello
    - name: read_repo_file
    - name: write_memory_entry
`;

export function defaultConfig(environment: Environment = {}): Config {
  return loadConfig(defaultText, { environment });
}

function toConfig(file: ConfigFile, environment: Environment): Config {
  const toolbox = file.toolbox ?? file.myai?.toolbox;
  if (toolbox === undefined) throw new TypeError("a file without a toolbox was let through");
  const redaction = toRules(file.redaction);
  return {
    toolboxPath: file.toolbox === undefined ? "myai.toolbox" : "toolbox",
    toolbox: {
      maxConcurrent: toolbox.max_concurrent,
      local: toolbox.local,
      tools: toolbox.tools.map(toTool),
      servers: [
        ...toolbox.mcps.map((mcp) => ({
          ...toServer(mcp, environment),
          ...(mcp.redaction && { redaction: toRules(mcp.redaction, redaction) }),
        })),
        ...toolbox.http.map((set) => ({
          ...toSet(set),
          ...(set.redaction && { redaction: toRules(set.redaction, redaction) }),
        })),
      ],
      collision: toolbox.collision,
    },
    listen: { host: file.server.host, port: file.server.port },
    ...(file.server.auth === undefined ? {} : { auth: toAuth(file.server.auth) }),
    authority: {
      stores: file.stores,
      ...(file.policy === undefined ? {} : { policy: toPlace(file.policy) }),
      audit: toAudit(file.audit),
      approvals: toApprovals(file.approvals),
      results: toResults(file.results),
      connections: file.connections,
    },
    ...perPrincipal(file.limits),
    telemetry: toTelemetry(file.telemetry, environment),
    redaction,
    egress: toEgress(file.egress, environment),
    host: toHost(file.host, environment),
  };
}

function perPrincipal({
  per_principal: limit,
}: ConfigFile["limits"]): Pick<Config, "perPrincipal"> {
  if (limit === undefined) return {};
  return { perPrincipal: { most: limit.max_requests, windowMs: limit.window } };
}

function toAudit({
  mirror_file: mirrorFile,
  must_reach: mustReach,
  ...same
}: ConfigFile["audit"]): Config["authority"]["audit"] {
  return { ...same, mustReach, ...(mirrorFile !== undefined && { mirrorFile }) };
}

function toApprovals({
  retain_for: retainForMs,
  ...same
}: ConfigFile["approvals"]): Config["authority"]["approvals"] {
  return { ...same, retainForMs };
}

function toPlace({ from, file }: NonNullable<ConfigFile["policy"]>): PolicyPlace {
  if (from === "store") return { from };
  if (file === undefined) throw new TypeError("a policy without a place was let through");
  return { from, file };
}

function toAuth({ resource, scopes, issuers, keys, keys_file: keysFile }: AuthFile): AuthSettings {
  return {
    resource,
    scopes,
    issuers: issuers.map(({ issuer }) => issuer),
    trusted: issuers.map(({ name, issuer, jwks_url: jwksUrl, ...more }) => ({
      name,
      issuer,
      jwksUrl,
      audience: more.audience ?? resource.href,
      claims: { roles: more.roles_claim, tenant: more.tenant_claim },
    })),
    keys: keys.map(toKey),
    ...(keysFile === undefined ? {} : { keysFile }),
  };
}

function toTool({ max_instances, timeout, ...same }: ToolboxFile["tools"][number]): ToolSettings {
  return { ...same, ...toLimits({ max_instances, timeout }) };
}

interface LimitsFile {
  readonly max_instances?: number | undefined;
  readonly timeout?: number | undefined;
}

// Unset fields stay absent, so that a merge can tell them from set ones.
function toLimits({ max_instances, timeout }: LimitsFile): DefaultToolSettings {
  return {
    ...(max_instances === undefined ? {} : { maxInstances: max_instances }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
  };
}

/** Resources are not approved individually, and a strict server passes only approved items. */
const resourcesOf = { strict: "none", dynamic: "all" } as const;

function toServer(mcp: McpFile, environment: Environment): ServerSettings {
  const transport = toTransport(mcp, environment);
  return {
    ...toPolicy(mcp),
    address: transport.kind === "stdio" ? transport.command : addressOf(transport.url),
    ...(mcp.clauses.annotations === "enforce" ? { annotations: "enforce" } : {}),
    transport,
    clauses: mcp.clauses,
    prompts: mcp.prompts,
    allowedRequests: mcp.allowed_requests,
    resources: mcp.resources ?? resourcesOf[mcp.mode],
  };
}

/** Reads the settings shared by servers and HTTP tool sets. */
function toPolicy(
  server: McpFile | HttpSetFile,
): Pick<ServerSettings, "hints" | "required"> & Omit<ServerPolicy, "address" | "annotations"> {
  const { default_tool_config: defaults, tool_allowlist, tool_denylist } = server;
  return {
    name: server.name,
    mode: server.mode,
    // Only a dynamic server uses them (S4-4).
    ...(server.mode === "dynamic" ? { defaults: toLimits(defaults ?? {}) } : {}),
    profiles: server.profile,
    naming: server.naming,
    ...(tool_allowlist === undefined ? {} : { toolAllowlist: tool_allowlist }),
    ...(tool_denylist === undefined ? {} : { toolDenylist: tool_denylist }),
    hints: server.hints,
    required: server.required,
  };
}

/** Reads an HTTP tool set. It has only tools, and never asks the caller for input. */
function toSet(set: HttpSetFile): ServerSettings {
  const { base, tools = "approved drafts" } = set;
  return {
    ...toPolicy(set),
    address: base === undefined ? tools : addressOf(base),
    transport: toHttpSet(set),
    clauses: { ...defaultClauses, ...set.clauses },
    prompts: [],
    allowedRequests: [],
    resources: "none",
  };
}

function toTransport(mcp: McpFile, environment: Environment): Transport {
  const { transport, url, command } = mcp;
  if (transport !== "stdio" && url !== undefined) return { kind: transport, url };
  if (transport === "stdio" && command !== undefined) {
    return { kind: transport, command, ...childOf(mcp, environment) };
  }
  throw new TypeError("a server that cannot be reached was let through");
}

/** Reads the settings of a child process. */
function childOf(
  { args = [], env = {}, cwd, file_hashes: fileHashes }: McpFile,
  environment: Environment,
): Omit<Extract<Transport, { readonly kind: "stdio" }>, "kind" | "command"> {
  const rest = { ...(cwd !== undefined && { cwd }), ...(fileHashes && { fileHashes }) };
  return { args, env: expanded(env, environment), ...rest };
}

function expanded(
  env: Readonly<Record<string, string>>,
  environment: Environment,
): Readonly<Record<string, string>> {
  const pairs = Object.entries(env).map(([name, text]) => {
    const expansion = expandVariables(text, environment);
    if (expansion.kind === "refused") throw new TypeError("an unknown variable was let through");
    return [name, expansion.text] as const;
  });
  return Object.fromEntries(pairs);
}
