import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import type { JsonObject } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { openIssuer, resource, type TestIssuer } from "../../packages/testing/src/issuer.ts";
import { type OtlpReceiver, openOtlpReceiver } from "../../packages/testing/src/otlp-receiver.ts";
import { openTarget, type Target } from "../../packages/testing/src/target.ts";
import { commandWith } from "../promises/command.ts";
import { type GatewayProcess, startGateway } from "../promises/gateway-process.ts";
import { serverEntry } from "../promises/server-entry.ts";
import { createCanaries } from "./canaries.ts";
import { type EchoServer, openEchoServer } from "./echo-server.ts";
import { openSealedServers, type SealedServers } from "./sealed-servers.ts";
import { type StoredCredentials, storeCredentials, tokenFile } from "./stored.ts";
import { openTargets, type Targets, toolsFile } from "./targets.ts";

/** Variables of the child. */
export const envFile = "child.env";

/** The system keyring needs a desktop session, so each process gets a stand-in. */
const flags = [
  "--conditions=@toolcourt/source",
  "--import",
  resolve(import.meta.dirname, "programs/keyring.ts"),
];

const child = resolve(import.meta.dirname, "programs/echo-child.ts");

/** A gateway in its own process that holds a credential of every kind. */
export interface Rig extends AsyncDisposable {
  readonly folder: Folder;
  readonly gateway: GatewayProcess;
  readonly echo: EchoServer;
  /** Servers whose credentials the configuration names. */
  readonly sealed: SealedServers;
  readonly targets: Targets;
  /** The stand-in for API Management. */
  readonly management: Target;
  /** The receiver of traces. */
  readonly traces: OtlpReceiver;
  readonly stored: StoredCredentials;
  readonly canaries: ReturnType<typeof createCanaries>;
  /** The callers' bearers: an issued key, an issuer's token, and a key never issued. */
  readonly bearers: Readonly<Record<"key" | "token" | "wrong", string>>;
  readonly metrics: URL;
  /** Runs a command beside the gateway with the same environment and returns its output. */
  readonly command: (...args: readonly string[]) => Promise<string>;
}

/** Names of the credentials that each party was given and may hold. */
export const given = {
  servers: ["password of a server", "key in the address of a server"],
  child: "environment of a child",
  inherited: "variable that a child inherits",
  inFile: "variable in the file of a child",
  management: "key of API Management",
  traces: "token for traces",
} as const;

const policy = `version: 1
statements:
  - { id: everybody, effect: allow, principals: ["*"], tools: ["*/*"] }
...
`;

/**
 * Tool sets: in `astray` the tools lead where the connection's credential may not go. In `named`
 * the callers name the connection.
 */
export const sets = { astray: "astray", named: "named", behind: "behind" } as const;

/** Opens the gateway. `store` is the database. Default: a file. */
export async function openCanaryRig(seed: number, store?: URL): Promise<Rig> {
  await using stack = new AsyncDisposableStack();
  const canaries = createCanaries(seed);
  const echo = stack.use(await openEchoServer());
  const issuer = stack.use(await openIssuer(systemClock));
  const targets = stack.use(await openTargets());
  const management = stack.use(await openTarget(answerWithHeaders));
  const traces = stack.use(await openOtlpReceiver());
  const folder = stack.use(await openFolder({ "policy.yaml": policy }));
  const sealed = await openSealedServers(folder, canaries, stack);
  const env = {
    ...sealed.env,
    CANARY_OF_CHILD: canaries.make(given.child),
    CANARY_INHERITED: canaries.make(given.inherited),
    CANARY_OF_MANAGEMENT: canaries.make(given.management),
    CANARY_OF_TRACES: canaries.make(given.traces),
  };
  const bearers = await bearersOf(canaries, issuer);
  await writeSecretFiles(folder, canaries);
  const stores = storesAt(store, canaries);
  const stored = await storeCredentials({ folder, stores, targets, sealed, canaries, stack });
  for (const name of [...stored.names, ...Object.values(sets)]) {
    await folder.write(`${name}.yaml`, toolsFile(name));
  }
  const metricsPort = 20_000 + (seed % 20_000);
  const config = {
    ...stores,
    ...records,
    telemetry: telemetryOf(traces, metricsPort, store),
    server: { auth: authOf(bearers.key, issuer) },
    egress: egressOf(targets, management),
    toolbox: {
      mcps: [serverEntry("echo", addressOf(echo, canaries)), childEntry, ...sealed.entries],
      http: httpSets(stored, targets),
    },
  };
  await folder.write("toolcourt.yaml", JSON.stringify(config));
  const gateway = stack.use(
    await startGateway({ folder: folder.path, env, args: ["--verbose"], flags }),
  );
  addKeys(canaries, folder.path);
  const metrics = new URL(`http://127.0.0.1:${metricsPort}/metrics`);
  const owned = stack.move();
  const others = { echo, sealed, targets, management, traces };
  const rig = { folder, gateway, ...others, stored, canaries, bearers, metrics };
  const command = (...args: readonly string[]): Promise<string> =>
    commandWith(env, folder.path, args);
  return { ...rig, command, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

type Canaries = ReturnType<typeof createCanaries>;

const answerWithHeaders: Parameters<typeof openTarget>[0] = (request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ said: JSON.stringify(request.headers), value: [] }));
};

async function writeSecretFiles(folder: Folder, canaries: Canaries): Promise<void> {
  await folder.write(tokenFile, `${canaries.make("token of a file")}\n`);
  await folder.write(envFile, `CANARY_IN_FILE='${canaries.make(given.inFile)}'\n`);
  await chmod(join(folder.path, envFile), 0o600);
}

async function bearersOf(canaries: Canaries, issuer: TestIssuer): Promise<Rig["bearers"]> {
  const key = canaries.make("key of a caller", "tck_");
  // Longer than any run takes.
  const exp = Math.floor(systemClock.now() / 1_000) + 3_600;
  const token = await issuer.tokenFor("grace", { claims: { exp } });
  const [, claims = "", signature = ""] = token.split(".");
  // All tokens of the issuer share the first part, which is not secret.
  canaries.add("claims in the token of a caller", claims.slice(-40));
  canaries.add("signature of the token of a caller", signature);
  return { key, token, wrong: canaries.make("key that was never issued", "tck_") };
}

/** Returns the store setting. The database accepts any password. */
function storesAt(store: URL | undefined, canaries: Canaries): JsonObject {
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

function addKeys(canaries: Canaries, folder: string): void {
  const files = { approvals: "approvals.key", "the audit log": "audit.key", vault: "vault.key" };
  for (const [name, file] of Object.entries(files)) {
    const text = readFileSync(join(folder, ".toolcourt", file), "utf8").trim();
    canaries.add(`key of ${name}`, text.slice(-40));
  }
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
