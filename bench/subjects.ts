import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Era } from "./load/dialect.ts";

/** The server behind every subject. */
export type Upstream =
  | { readonly kind: "http"; readonly origin: string }
  | { readonly kind: "stdio"; readonly args: readonly string[] };

export interface Placement {
  readonly port: number;
  readonly upstream: Upstream;
  /** For files the program writes. */
  readonly folder: string;
}

export type WorkloadId = "call" | "list" | "large";

/** A program under comparison, with its start command and protocol. */
export interface Subject {
  readonly name: string;
  readonly upstreamKinds: readonly Upstream["kind"][];
  readonly eras: readonly Era[];
  readonly transport: "streamable" | "sse";
  readonly toolName: (tool: string) => string;
  /** Node's command-line arguments. */
  readonly command: (placement: Placement) => readonly string[];
  readonly env?: (placement: Placement) => Readonly<Record<string, string>>;
  /** The workloads it runs. Default: all. */
  readonly workloads?: readonly WorkloadId[];
  /** The callers' bearer token. Default: none. */
  readonly token?: string;
  /** How many replicas share the load. Default: one. */
  readonly replicas?: number;
  /** The npm package it is installed from. Default: none, for our own programs. */
  readonly from?: { readonly name: string; readonly version: string };
}

export const ours = "toolcourt";
export const rawProxy = "raw undici proxy";
export const naiveGateway = "naive SDK gateway";

export const toolsListed = 200;

const bin = resolve(import.meta.dirname, "../packages/toolcourt/bin/toolcourt.js");
const program = (name: string): string => resolve(import.meta.dirname, "gateway", `${name}.ts`);

export const defaults = {
  upstreamKinds: ["http", "stdio"],
  eras: ["modern", "legacy"],
  transport: "streamable",
  toolName: (tool: string): string => tool,
} as const;

export const ownSubjects: readonly Subject[] = [
  {
    ...defaults,
    name: rawProxy,
    upstreamKinds: ["http"],
    command: ({ port, upstream }) => [program("raw-proxy"), String(port), ...targetOf(upstream)],
  },
  {
    ...defaults,
    name: ours,
    command: ({ port, upstream, folder }) => {
      const file = writeConfig(folder, [{ name: "echo", upstream }]);
      return serveCommand(file, port);
    },
  },
  {
    ...defaults,
    name: "direct SDK server",
    upstreamKinds: ["http"],
    command: ({ port }) => [program("sdk-server"), String(port), String(toolsListed)],
  },
  {
    ...defaults,
    name: naiveGateway,
    command: ({ port, upstream }) => {
      const [target, ...args] = targetOf(upstream);
      const address = upstream.kind === "http" ? `${target}/mcp` : target;
      return [program("naive-gateway"), String(port), address, ...args];
    },
  },
];

export function echoCommand(kind: Upstream["kind"], port = 0): readonly string[] {
  return kind === "http"
    ? [program("echo-http"), String(port), String(toolsListed)]
    : [program("echo-stdio"), String(toolsListed)];
}

export function manyServersCommand(
  port: number,
  { servers, toolsEach, slowMs }: { servers: number; toolsEach: number; slowMs: number },
): readonly string[] {
  return [program("many-servers"), ...[port, servers, toolsEach, slowMs].map(String)];
}

/** Returns the origin of a server, or the command that starts it. */
export function targetOf(upstream: Upstream): readonly [string, ...string[]] {
  return upstream.kind === "http" ? [upstream.origin] : [process.execPath, ...upstream.args];
}

export function serveCommand(file: string, port: number): readonly string[] {
  return [bin, "serve", "-c", file, "--port", String(port)];
}

/** Writes a configuration into its own folder, because the lock is kept beside it. */
export function writeConfig(folder: string, servers: readonly Named[]): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "toolcourt.yaml");
  // JSON is valid YAML and spares us the quoting.
  writeFileSync(file, JSON.stringify({ ...configOf(servers), stores: { url: "memory:" } }));
  return file;
}

interface Named {
  readonly name: string;
  readonly upstream: Upstream;
}

export function configOf(servers: readonly Named[]): Readonly<Record<string, unknown>> {
  const mcps = servers.map(({ name, upstream }) => ({
    name,
    ...transportOf(upstream),
    mode: "dynamic",
    default_tool_config: { max_instances: 64, timeout: "PT30S" },
  }));
  return { toolbox: { max_concurrent: 64, mcps } };
}

function transportOf(upstream: Upstream): Readonly<Record<string, unknown>> {
  if (upstream.kind === "http") {
    return { transport: "streamable_http", url: `${upstream.origin}/mcp` };
  }
  const [command, ...args] = targetOf(upstream);
  return { transport: "stdio", command, args };
}
