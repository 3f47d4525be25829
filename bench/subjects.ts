import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Guard } from "./guard.ts";
import type { Era } from "./load/dialect.ts";

/** How the server behind a subject answers. */
export type UpstreamKind = "json" | "sse" | "stdio";

export type Upstream =
  | { readonly kind: "json" | "sse"; readonly origin: string }
  | { readonly kind: "stdio"; readonly args: readonly string[] };

/** The stores that two replicas share. */
export interface SharedStores {
  readonly postgres: string;
  readonly redis: string;
}

export interface Placement {
  readonly port: number;
  readonly upstream: Upstream;
  /** For files the program writes. */
  readonly folder: string;
  readonly guard: Guard;
  readonly shared: SharedStores | undefined;
}

/** A program under comparison, with its start command and protocol. */
export interface Subject {
  readonly id: string;
  readonly upstream: UpstreamKind;
  /** Node's command-line arguments. */
  readonly command: (placement: Placement) => readonly string[];
  readonly env?: (placement: Placement) => Readonly<Record<string, string>>;
  /** Default: Streamable HTTP. */
  readonly transport?: "sse";
  /** Default: the tool's own name. */
  readonly toolName?: (tool: string) => string;
  /** Whether callers send a bearer token. Default: false. */
  readonly isGuarded?: boolean;
  /** How many event streams of its console are read meanwhile. Default: none. */
  readonly viewers?: number;
  /** How many replicas share the load, over PostgreSQL and Redis. Default: one, without both. */
  readonly replicas?: number;
  /** Where it answers 200 once all its processes serve. Default: its first answer shows it. */
  readonly readyPath?: string;
  /** Default: both. */
  readonly eras?: readonly Era[];
  /** The npm package it is installed from. Default: none, for our own programs. */
  readonly from?: { readonly name: string; readonly version: string };
}

export const toolsListed = 200;
/** As many as one person may have. */
const viewers = 8;

const bin = resolve(import.meta.dirname, "../packages/toolcourt/bin/toolcourt.js");
const program = (name: string): string => resolve(import.meta.dirname, "gateway", `${name}.ts`);

/** The reference of every comparison: a byte proxy on the gateway's own HTTP client. */
export const raw: Subject = {
  id: "raw",
  upstream: "json",
  command: ({ port, upstream }) => [program("raw-proxy"), String(port), ...targetOf(upstream)],
};

export const memory = gateway("memory", { store: "memory:", effect: "read" });

export const ownSubjects: readonly Subject[] = [
  raw,
  naive("naive", "json"),
  naive("naive-stdio", "stdio"),
  memory,
  gateway("sqlite-read", { store: "sqlite:state.db", effect: "read" }),
  gateway("sqlite-write", { store: "sqlite:state.db", effect: "write" }),
  gateway("console", { store: "memory:", effect: "read", hasConsole: true }),
  gateway("console-sqlite", { store: "sqlite:state.db", effect: "read", hasConsole: true }),
  gateway("viewers", { store: "memory:", effect: "read", hasConsole: true, viewers }),
  gateway("viewers-sqlite", {
    store: "sqlite:state.db",
    effect: "read",
    hasConsole: true,
    viewers,
  }),
  gateway("guarded-read", { store: "sqlite:state.db", effect: "read", isGuarded: true }),
  gateway("guarded-write", { store: "sqlite:state.db", effect: "write", isGuarded: true }),
  gateway("workers", { store: "sqlite:state.db", effect: "read", workers: 2 }),
  apart(gateway("apart", { store: "sqlite:state.db", effect: "read", replicas: 2 })),
  gateway("replicas", { store: "shared", effect: "read", isGuarded: true, replicas: 2 }),
  gateway("sse", { store: "memory:", effect: "read", upstream: "sse" }),
  gateway("stdio", { store: "memory:", effect: "read", upstream: "stdio" }),
];

/** Gives each replica a folder, so that they share the machine alone. */
function apart(subject: Subject): Subject {
  return {
    ...subject,
    command: ({ folder, ...placement }) => {
      const own = join(folder, String(placement.port));
      mkdirSync(own);
      return subject.command({ ...placement, folder: own });
    },
  };
}

function naive(id: string, upstream: UpstreamKind): Subject {
  return {
    id,
    upstream,
    command: ({ port, upstream: behind }) => {
      const [target, ...args] = targetOf(behind);
      const address = behind.kind === "stdio" ? target : `${target}/mcp`;
      return [program("naive-gateway"), String(port), address, ...args];
    },
  };
}

interface Variant {
  readonly store: "memory:" | "sqlite:state.db" | "shared";
  readonly effect: "read" | "write";
  /** Adds a token, permissions, a policy with a condition and a rate limit. Default: false. */
  readonly isGuarded?: boolean;
  readonly replicas?: number;
  /** Processes of one gateway. Default: one. */
  readonly workers?: number;
  /** Default: JSON. */
  readonly upstream?: UpstreamKind;
  /** Turns the console on. Default: off. */
  readonly hasConsole?: boolean;
  /** Event streams of the console. Default: none. */
  readonly viewers?: number;
}

function gateway(id: string, variant: Variant): Subject {
  const { upstream = "json", isGuarded = false, replicas, viewers: watched, workers = 1 } = variant;
  return {
    id,
    upstream,
    isGuarded,
    readyPath: "/readyz",
    ...(replicas !== undefined && { replicas }),
    ...(watched !== undefined && { viewers: watched }),
    command: (placement) => {
      const { port, folder, guard } = placement;
      const guarded = { permissions: ["echo:call"], rateLimit };
      const terms = { effect: variant.effect, ...(isGuarded ? guarded : {}) };
      const contracts = join(folder, "contracts", "echo");
      mkdirSync(contracts, { recursive: true });
      writeFileSync(join(contracts, "echo.yaml"), JSON.stringify({ terms }));
      writeFileSync(join(folder, "policy.yaml"), `${JSON.stringify(policy)}\n...\n`);
      const file = writeConfig(folder, [{ name: "echo", upstream: placement.upstream }], {
        stores: storesOf(variant, placement),
        ...(isGuarded && { policy: { file: "policy.yaml" } }),
        ...(variant.hasConsole === true && { console: { enabled: true } }),
        server: { workers, ...(isGuarded && { auth: guard.auth }) },
      });
      return serveCommand(file, port);
    },
  };
}

function storesOf({ store }: Variant, { shared }: Placement): Readonly<Record<string, string>> {
  if (store !== "shared") return { url: store };
  if (shared === undefined) throw new Error("needs PostgreSQL and Redis");
  return { url: shared.postgres, redis: shared.redis };
}

/** Never reached by the load: we measure only the counting. */
const rateLimit = { maxCalls: 10_000_000, windowMs: 60_000 };

const policy = {
  version: 1,
  roles: { caller: ["echo:call"] },
  statements: [
    {
      id: "no-novels",
      effect: "deny",
      principals: ["*"],
      tools: ["*"],
      when: "has(args.text) && size(args.text) > 100000",
    },
    { id: "callers", effect: "allow", roles: ["caller"], tools: ["echo/*"] },
  ],
};

export function echoCommand(kind: UpstreamKind, port = 0): readonly string[] {
  return kind === "stdio"
    ? [program("echo-stdio"), String(toolsListed)]
    : [program("echo-http"), String(port), String(toolsListed), kind];
}

export function manyServersCommand(
  port: number,
  { servers, toolsEach, slowMs }: { servers: number; toolsEach: number; slowMs: number },
): readonly string[] {
  return [program("many-servers"), ...[port, servers, toolsEach, slowMs].map(String)];
}

/** Returns the origin of a server, or the command that starts it. */
export function targetOf(upstream: Upstream): readonly [string, ...string[]] {
  return upstream.kind === "stdio" ? [process.execPath, ...upstream.args] : [upstream.origin];
}

export function serveCommand(file: string, port: number, command = bin): readonly string[] {
  return [command, "serve", "-c", file, "--port", String(port)];
}

interface Named {
  readonly name: string;
  readonly upstream: Upstream;
}

/** Writes a configuration into its own folder, because the lock is kept beside it. */
export function writeConfig(
  folder: string,
  servers: readonly Named[],
  others: Readonly<Record<string, unknown>> = { stores: { url: "memory:" } },
): string {
  mkdirSync(folder, { recursive: true });
  const mcps = servers.map(({ name, upstream }) => ({
    name,
    ...transportOf(upstream),
    mode: "dynamic",
    default_tool_config: { max_instances: 64, timeout: "PT30S" },
  }));
  const file = join(folder, "toolcourt.yaml");
  // JSON is valid YAML and spares us the quoting.
  writeFileSync(file, JSON.stringify({ toolbox: { max_concurrent: 64, mcps }, ...others }));
  return file;
}

function transportOf(upstream: Upstream): Readonly<Record<string, unknown>> {
  const [command, ...args] = targetOf(upstream);
  return upstream.kind === "stdio"
    ? { transport: "stdio", command, args }
    : { transport: "streamable_http", url: `${upstream.origin}/mcp` };
}
