import { readFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { JsonObject } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { openIssuer, type TestIssuer } from "../../packages/testing/src/issuer.ts";
import { type OtlpReceiver, openOtlpReceiver } from "../../packages/testing/src/otlp-receiver.ts";
import { openTarget, type Target } from "../../packages/testing/src/target.ts";
import { commandWith } from "../promises/command.ts";
import { type GatewayProcess, startGateway } from "../promises/gateway-process.ts";
import { createCanaries } from "./canaries.ts";
import { type EchoServer, openEchoServer } from "./echo-server.ts";
import { configOf, envFile, sets, storesAt } from "./rig-config.ts";
import { openSealedServers, type SealedServers } from "./sealed-servers.ts";
import { type StoredCredentials, storeCredentials, tokenFile } from "./stored.ts";
import { openTargets, type Targets, toolsFile } from "./targets.ts";

/** The system keyring needs a desktop session, so each process gets a stand-in. */
const flags = [
  "--conditions=@toolcourt/source",
  "--import",
  resolve(import.meta.dirname, "programs/keyring.ts"),
];

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

/** What a proof adds to the gateway. */
export interface RigMore {
  readonly config: JsonObject;
  readonly env: Readonly<Record<string, string>>;
  /** Flags of `serve`. */
  readonly args: readonly string[];
}

export interface RigBegun {
  readonly config: JsonObject;
  readonly folder: Folder;
  readonly canaries: Canaries;
  readonly stack: AsyncDisposableStack;
}

export interface RigOptions {
  /** The database. Default: a file. */
  readonly store?: URL | undefined;
  /** Changes the configuration before the gateway starts. Default: nothing. */
  readonly extend?: (begun: RigBegun) => Promise<RigMore>;
}

/** Opens the gateway. */
export async function openCanaryRig(seed: number, options: RigOptions = {}): Promise<Rig> {
  const { store, extend = usual } = options;
  await using stack = new AsyncDisposableStack();
  const canaries = createCanaries(seed);
  const echo = stack.use(await openEchoServer());
  const issuer = stack.use(await openIssuer(systemClock));
  const targets = stack.use(await openTargets());
  const management = stack.use(await openTarget(answerWithHeaders));
  const traces = stack.use(await openOtlpReceiver());
  const folder = stack.use(await openFolder({ "policy.yaml": policy }));
  const sealed = await openSealedServers(folder, canaries, stack);
  const bearers = await bearersOf(canaries, issuer);
  await writeSecretFiles(folder, canaries);
  const stores = storesAt(store, canaries);
  const stored = await storeCredentials({ folder, stores, targets, sealed, canaries, stack });
  for (const name of [...stored.names, ...Object.values(sets)]) {
    await folder.write(`${name}.yaml`, toolsFile(name));
  }
  const metricsPort = 20_000 + (seed % 20_000);
  const others = { echo, targets, management, traces, stored, canaries };
  const { entries } = sealed;
  const named = { ...others, issuer, entries, key: bearers.key, metricsPort, store, stores };
  const more = await extend({ config: configOf(named), folder, canaries, stack });
  await folder.write("toolcourt.yaml", JSON.stringify(more.config));
  const env = { ...sealed.env, ...variablesOf(canaries), ...more.env };
  const args = ["--verbose", ...more.args];
  const gateway = stack.use(await startGateway({ folder: folder.path, env, args, flags }));
  addKeys(canaries, folder.path);
  const metrics = new URL(`http://127.0.0.1:${metricsPort}/metrics`);
  const owned = stack.move();
  const command = (...line: readonly string[]): Promise<string> =>
    commandWith(env, folder.path, line);
  return {
    ...others,
    folder,
    gateway,
    sealed,
    bearers,
    metrics,
    command,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function usual({ config }: RigBegun): Promise<RigMore> {
  return Promise.resolve({ config, env: {}, args: [] });
}

function variablesOf(canaries: Canaries): Readonly<Record<string, string>> {
  return {
    CANARY_OF_CHILD: canaries.make(given.child),
    CANARY_INHERITED: canaries.make(given.inherited),
    CANARY_OF_MANAGEMENT: canaries.make(given.management),
    CANARY_OF_TRACES: canaries.make(given.traces),
  };
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

function addKeys(canaries: Canaries, folder: string): void {
  const files = { approvals: "approvals.key", "the audit log": "audit.key", vault: "vault.key" };
  for (const [name, file] of Object.entries(files)) {
    const text = readFileSync(join(folder, ".toolcourt", file), "utf8").trim();
    canaries.add(`key of ${name}`, text.slice(-40));
  }
}
