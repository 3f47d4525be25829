import { join } from "node:path";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { type Answering, openTarget } from "../../packages/testing/src/target.ts";
import { configOf } from "../console/login/login-config.ts";
import { type LoginIssuer, openLoginIssuer } from "../console/login/login-issuer.ts";
import { openCanaryRig, type Rig, type RigBegun, type RigMore } from "./rig.ts";

/** The gateway of the canaries, with its console and all that only this shows. */
export interface ConsoleRig extends Rig {
  /** Where people sign in. Its client secret is a canary. */
  readonly issuer: LoginIssuer;
  /** Makes a link for the operator. Its code is a canary of this name. */
  readonly link: (name: string) => Promise<URL>;
  /** Paths at which the gateway has asked what refuses it with its own secrets. */
  readonly refused: () => readonly string[];
  /** Changes secrets of the configuration: all of them, or those that a reload applies. */
  readonly changeSecrets: (which: "all" | "applicable") => Promise<void>;
}

const policy = `version: 1
roles: { all: ["*:*"] }
subjects: [{ principals: ["key:ci", "people:olga"], roles: [all] }]
statements:
  - { id: everybody, effect: allow, principals: ["*"], tools: ["*/*"] }
...
`;

const runs = join(import.meta.dirname, "../console/programs/memory-runs.ts");

/** A text that a tool reads. It has secrets of others, known by their form. */
export const notesFile = "notes.md";

export async function openConsoleRig(seed: number): Promise<ConsoleRig> {
  await using stack = new AsyncDisposableStack();
  // For the browser another site than 127.0.0.1, as issuers are.
  const issuer = stack.use(await openLoginIssuer("localhost"));
  const receiver = stack.use(await openTarget(refuseWithAll));
  let config: JsonObject = {};
  const extend = async (begun: RigBegun): Promise<RigMore> => {
    const more = await withConsole(begun, issuer, `http://127.0.0.1:${receiver.port}`);
    ({ config } = more);
    return more;
  };
  const rig = stack.use(await openCanaryRig(seed, { extend }));
  const owned = stack.move();
  return {
    ...rig,
    issuer,
    refused: () => receiver.seen.map(({ url = "" }) => url),
    link: async (name) => {
      const link = await linkOf(rig);
      rig.canaries.add(name, link.split("#")[1] ?? "");
      return new URL(link);
    },
    changeSecrets: async (which) => {
      const all = changed(config, rig);
      const { host = {}, toolbox = {} } = all;
      const some = which === "all" ? all : { ...config, host, toolbox };
      await rig.folder.write("toolcourt.yaml", JSON.stringify(some));
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const linkLine = /^Open (\S+)/m;

/** The gateway gives links once it has printed its own. */
async function linkOf({ gateway, command }: Rig): Promise<string> {
  while (!linkLine.test(gateway.printed()) && gateway.exitCode() === undefined) {
    await systemClock.sleep(20);
  }
  return linkLine.exec(await command("console"))?.[1] ?? "";
}

/** Receivers and a model that refuse us with our own secrets. */
const refuseWithAll: Answering = ({ url, headers }, response) => {
  response.writeHead(401, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { message: `${url} ${JSON.stringify(headers)}` } }));
};

async function withConsole(
  { config, folder, canaries }: RigBegun,
  issuer: LoginIssuer,
  at: string,
): Promise<RigMore> {
  canaries.add("client secret of the console", issuer.client.secret);
  await folder.write("policy.yaml", policy);
  const token = canaries.make("token of another service in a file", "ghp_").slice(0, 40);
  canaries.add("token of another service in a file, as it is", token);
  const password = canaries.make("password of another service in a file");
  await folder.write(notesFile, `# Notes\n\nGITHUB_TOKEN=${token}\npassword: ${password}\n`);
  return {
    config: { ...config, ...added(at), ...joined(config, issuer) },
    env: {
      CONSOLE_SECRET: issuer.client.secret,
      CANARY_OF_HOOK: `${at}/hook/${canaries.make("address of a webhook")}`,
      CANARY_OF_HOOK_HEADER: canaries.make("header of a webhook"),
      CANARY_OF_MAIL: canaries.make("password of the mail server"),
      CANARY_OF_MODEL: canaries.make("key of the model"),
      CANARY_OF_PUSH: canaries.make("token of a receiver of the log"),
    },
    args: ["--console"],
  };
}

function added(at: string): JsonObject {
  const mail = { url: "smtps://127.0.0.1:1", username: "ada", password: "${CANARY_OF_MAIL}" };
  const hook = { url: "${CANARY_OF_HOOK}", headers: { authorization: "${CANARY_OF_HOOK_HEADER}" } };
  const push = { url: `${at}/rows`, headers: { authorization: "Bearer ${CANARY_OF_PUSH}" } };
  const people = { from: "gateway@example.com", to: ["ops@example.com"] };
  return {
    approvals: {
      notify: [
        { name: "hook", kind: "webhook", ...hook },
        { name: "mail", kind: "email", ...people, ...mail },
      ],
    },
    audit: { mirror_file: "audit-copy.log", push: [{ name: "log", kind: "webhook", ...push }] },
    host: { model: { url: `${at}/v1`, name: "small", key: "${CANARY_OF_MODEL}" } },
  };
}

/** Adds to settings that the gateway has anyway. */
function joined({ toolbox, server }: JsonObject, issuer: LoginIssuer): JsonObject {
  const login = configOf(issuer);
  const people = { name: "people", issuer: issuer.issuer, jwks_url: issuer.jwksUrl };
  const { auth } = objectIn(server);
  const { issuers } = objectIn(auth);
  const known = issuers !== undefined && isJsonArray(issuers) ? issuers : [];
  const tools = ["read_repo_file", "write_memory_entry", "get-stock", "restock-item"];
  return {
    console: login["console"] ?? {},
    server: { auth: { ...objectIn(auth), issuers: [...known, people] } },
    toolbox: {
      ...objectIn(toolbox),
      local: ["workspace", runs],
      tools: [
        ...tools.map((name) => ({ name })),
        { name: "hello", approval: "operator" },
        { name: "place-order", approval: "operator" },
      ],
    },
  };
}

/** Writes each secret into the file itself, where an operator may have left one. */
function changed(config: JsonObject, { canaries }: Rig): JsonObject {
  const inFile = (name: string): string => canaries.make(`${name} in the changed file`);
  const hook = `https://hooks.example.com/${inFile("address of a webhook")}`;
  const mail = { from: "a@example.com", to: ["b@example.com"], password: inFile("mail password") };
  const { toolbox, console: shown } = config;
  const { mcps } = objectIn(toolbox);
  const [echo, ...others] = mcps !== undefined && isJsonArray(mcps) ? mcps.map(objectIn) : [];
  const headers = { "x-api-key": inFile("header of a server") };
  const login = { ...objectIn(objectIn(shown)["login"]), client_secret: inFile("client secret") };
  const model = { url: "https://models.example.com/v1", name: "other", key: inFile("model key") };
  return {
    ...config,
    host: { model },
    console: { ...objectIn(shown), login },
    approvals: {
      notify: [
        { name: "hook", kind: "slack", url: hook },
        { name: "mail", kind: "email", url: "smtps://mail.example.com", username: "ada", ...mail },
      ],
    },
    toolbox: { ...objectIn(toolbox), mcps: [{ ...echo, headers }, ...others] },
  };
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}
