import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { execPath } from "node:process";
import type { JsonObject } from "@toolcourt/sdk";
import { resource, type TestIssuer } from "../../packages/testing/src/issuer.ts";
import type { OtlpReceiver } from "../../packages/testing/src/otlp-receiver.ts";
import type { Target } from "../../packages/testing/src/target.ts";
import { serverEntry } from "../promises/server-entry.ts";
import type { createCanaries } from "./canaries.ts";
import type { EchoServer } from "./echo-server.ts";
import type { StoredCredentials } from "./stored.ts";
import type { Targets } from "./targets.ts";

type Canaries = ReturnType<typeof createCanaries>;

/** Variables of the child. */
export const envFile = "child.env";

const child = resolve(import.meta.dirname, "programs/echo-child.ts");

/** What the configuration of the gateway names. */
export interface Named {
  readonly canaries: Canaries;
  readonly echo: EchoServer;
  readonly issuer: TestIssuer;
  readonly targets: Targets;
  readonly management: Target;
  readonly traces: OtlpReceiver;
  readonly stored: StoredCredentials;
  /** Entries of servers whose credentials stand there by name only. */
  readonly entries: readonly JsonObject[];
  /** The key of a caller. */
  readonly key: string;
  readonly metricsPort: number;
  /** The database. Default: a file. */
  readonly store: URL | undefined;
  /** Its setting. */
  readonly stores: JsonObject;
}

export function configOf(named: Named): JsonObject {
  const { canaries, echo, issuer, targets, stored, entries, key, store } = named;
  return {
    ...named.stores,
    ...records,
    telemetry: telemetryOf(named.traces, named.metricsPort, store),
    server: { auth: authOf(key, issuer) },
    egress: egressOf(targets, named.management),
    toolbox: {
      mcps: [serverEntry("echo", addressOf(echo, canaries)), childEntry, ...entries],
      http: httpSets(stored, targets),
    },
  };
}

/**
 * Tool sets: in `astray` the tools lead where the connection's credential may not go. In `named`
 * the callers name the connection.
 */
export const sets = { astray: "astray", named: "named", behind: "behind" } as const;

/** Returns the store setting. The database accepts any password. */
export function storesAt(store: URL | undefined, canaries: Canaries): JsonObject {
  if (store === undefined) return {};
  const url = new URL(store);
  url.password = canaries.make("password of the store");
  return { stores: { url: url.href } };
}

const records: JsonObject = {
  policy: { file: "policy.yaml" },
  audit: { mirror_file: "audit-copy.log" },
  results: { retain: "all" },
};

/** A full proof has both forms of the log, one for each store. */
function telemetryOf(traces: OtlpReceiver, port: number, store: URL | undefined): JsonObject {
  const format = store === undefined ? "text" : "json";
  return { format, stack_traces: "file", metrics: { port }, otlp: otlpTo(traces) };
}

function otlpTo({ url }: OtlpReceiver): JsonObject {
  return { url: url.href, headers: { authorization: "Bearer ${CANARY_OF_TRACES}" } };
}

function authOf(key: string, { trust }: TestIssuer): JsonObject {
  const issuers = trust.trusted.map(({ name, issuer, jwksUrl }) => {
    return { name, issuer, jwks_url: jwksUrl.href };
  });
  const sha256 = createHash("sha256").update(key).digest("hex");
  return { resource: resource.href, keys: [{ name: "ci", sha256 }], issuers };
}

function addressOf({ url: plain }: EchoServer, canaries: Canaries): string {
  const url = new URL(plain);
  url.username = "ada";
  url.password = canaries.make("password of a server");
  url.searchParams.set("key", canaries.make("key in the address of a server"));
  return url.href;
}

const behindManagement = "https://api.behind.example";

function egressOf({ own, other }: Targets, { port }: Target): JsonObject {
  const direct = { addresses: "loopback", via: "direct" };
  return {
    // Short waits: the API never recovers.
    retry: { attempts: 2, max_wait: "PT0.1S" },
    allow: [
      { origin: own.origin, ...direct },
      { origin: other.origin, ...direct },
      { origin: behindManagement },
    ],
    gateway: {
      url: `http://127.0.0.1:${port}/base`,
      key: "${CANARY_OF_MANAGEMENT}",
      addresses: "loopback",
    },
  };
}

function httpSets({ names }: StoredCredentials, { own, other }: Targets): readonly JsonObject[] {
  return [
    ...names.map((name) => set(name, own.origin, name)),
    set(sets.astray, other.origin, "token"),
    set(sets.named, other.origin, "argument"),
    set(sets.behind, behindManagement),
  ];
}

function set(name: string, base: string, connection?: string): JsonObject {
  const tools = `${name}.yaml`;
  return { name, tools, base, ...(connection !== undefined && { connection }) };
}

const childEntry: JsonObject = {
  name: "child",
  transport: "stdio",
  command: execPath,
  args: ["--conditions=@toolcourt/source", child],
  env: { ECHO_TOKEN: "${CANARY_OF_CHILD}" },
  env_file: envFile,
  inherit_env: ["CANARY_INHERITED"],
  mode: "dynamic",
  default_tool_config: {},
};
