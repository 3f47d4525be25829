import { hash } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { createServer as createTlsServer } from "node:tls";
import { childOf, keysOf } from "@toolcourt/contracts/internal/documents/keys";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { goodResult, incomingCall, noAbort } from "@toolcourt/testing/calls";
import { createAuthority } from "@toolcourt/testing/certificate";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { openIssuer, resource, type TestIssuer } from "@toolcourt/testing/issuer";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { spoken } from "@toolcourt/testing/lanes";
import { openMailServer } from "@toolcourt/testing/mail-server";
import { answering, listen, refuseWith } from "@toolcourt/testing/programs/odd-http";
import { openWorld } from "@toolcourt/testing/proxied-world";
import { useRedis } from "@toolcourt/testing/services/use-redis";
import { machine, openServing } from "@toolcourt/testing/serving";
import { run, today } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openConfigured } from "../compose/open-configured.ts";
import type { Port } from "../compose/workers/peer.ts";
import type { ForkWorker } from "../compose/workers/protocol.ts";
import { approvalKey } from "../governance/approvals/proposal.ts";
import { isQuestion } from "../pipeline/call.ts";
import { configSchema } from "./config.ts";

// Tests every key that is not about tools and servers, with an observable effect of setting it.

const redis = await useRedis();

const toolbox = {
  local: ["workspace"],
  tools: [{ name: "hello" }, { name: "read_repo_file" }, { name: "write_memory_entry" }],
};

/** Runs timers at a tenth of their speed, so that a loaded machine misses no store deadline. */
const slowClock: Clock = {
  ...systemClock,
  monotonic: () => systemClock.monotonic() / 10,
  sleep: (ms, signal) => systemClock.sleep(10 * ms, signal),
};

/** Creates a folder with a configuration. Default store: memory. */
async function configured(keys: JsonObject, files: Readonly<Record<string, string>> = {}) {
  const config = JSON.stringify({ toolbox, stores: { url: "memory:" }, ...keys });
  const folder = await openFolder({ "toolcourt.yaml": config, ...files });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder;
}

/** Calls the no-op tool through the CLI. */
async function callHello({ path }: Folder): Promise<string> {
  const { output, errors } = await run(["call", "hello"], { folder: path, clock: slowClock });
  return output === "" ? errors : outcomeIn(output);
}

/** Returns `answered` or the refusal code. */
function outcomeIn(text: string): string {
  return /"code":"([a-z-]+)"/.exec(text)?.[1] ?? "answered";
}

/** Writes a policy file whose statements allow by default. */
function policyFile(...given: readonly JsonObject[]): string {
  const roles = { reader: ["repo:read"] };
  const statements = given.map((statement, index) => {
    return { id: `some-${index}`, effect: "allow", tools: ["*"], ...statement };
  });
  return `${JSON.stringify({ version: 1, roles, statements })}\n...\n`;
}

/** Creates a folder with an audit log, which needs a durable store. */
function logged(audit: JsonObject, files: Readonly<Record<string, string>> = {}): Promise<Folder> {
  return configured({ stores: { url: "sqlite:state.db" }, audit }, files);
}

const key = keyNumber(0);
const sha256 = hash("sha256", key, "hex");

function keyNumber(number: number): string {
  return `tck_${String(number).padStart(32, "0")}`;
}

/** Builds a request without elicitation and notifications. */
function request(method: string, params: JsonObject, token?: string): RequestInit {
  const spokenRequest = spoken(method, params, { era: "modern", lane: "fast" });
  const headers = new Headers(spokenRequest.headers);
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  return { ...spokenRequest, headers };
}

interface Guarded {
  readonly auth: JsonObject;
  readonly files?: Readonly<Record<string, string>>;
  /** The policy statements for callers. Default: all may call. */
  readonly statements?: readonly JsonObject[];
}

/** Serves a gateway with authentication. Returns a function that calls with a token. */
async function guard({ auth, files, statements = [{ principals: ["*"] }] }: Guarded) {
  const folder = await configured(
    { server: { auth: { resource: resource.href, ...auth } }, policy: { file: "policy.yaml" } },
    { ...files, "policy.yaml": policyFile(...statements) },
  );
  const serving = await openServing(folder.path);
  onTestFinished(() => serving[Symbol.asyncDispose]());
  /** Returns the status, or the outcome if it is 200. */
  return async (token: string): Promise<number | string> => {
    const sent = request("tools/call", { name: "hello", arguments: {} }, token);
    const response = await fetch(serving.url, sent);
    const text = await response.text();
    return response.status === 200 ? outcomeIn(text) : response.status;
  };
}

/** An issuer with its entry in the configuration. */
interface Login extends TestIssuer {
  readonly entry: JsonObject;
}

async function openLogin(name: string, setting: JsonObject = {}): Promise<Login> {
  const issuer = await openIssuer(systemClock);
  onTestFinished(() => issuer[Symbol.asyncDispose]());
  const [known] = issuer.trust.trusted;
  const jwks_url = known?.jwksUrl.href ?? "";
  return { ...issuer, entry: { name, issuer: known?.issuer ?? "", jwks_url, ...setting } };
}

const approving = {
  toolbox: {
    ...toolbox,
    tools: [{ name: "hello", approval: "caller" }, ...toolbox.tools.slice(1)],
  },
  stores: { url: "sqlite:state.db" },
};

/** Makes a call from a client that supports elicitation, through a gateway of its own. */
async function askHello({ path }: Folder, resumption?: JsonObject): Promise<unknown> {
  const runtime = { ...machine(path, () => undefined, noAbort), clock: slowClock };
  const flags = { config: undefined, frozen: false, minLevel: "error" } as const;
  await using opened = await openConfigured(flags, runtime);
  const call = incomingCall({
    callId: runtime.newId(),
    principal: { id: "local", permissions: "all", kind: "local" },
    tool: "hello",
    arguments: {},
    channel: { capabilities: { elicitation: {} } },
    ...(resumption && { resumption }),
  });
  return await opened.gateway.callTool(call, noAbort).catch((error: unknown) => error);
}

/** Returns the outcome of an approval brought to another gateway, with the same or another key. */
async function yesElsewhere(otherKey: string): Promise<string> {
  const folder = await configured({ ...approving, approvals: { key: "one.key" } });
  const asked = await askHello(folder);
  const config = { ...approving, approvals: { key: otherKey } };
  await folder.write("toolcourt.yaml", JSON.stringify(config));
  const accepted = { [approvalKey]: { action: "accept", content: {} } };
  const answer = await askHello(folder, { inputResponses: accepted, requestState: stateIn(asked) });
  return outcomeIn(JSON.stringify(answer));
}

function stateIn(asked: unknown): string {
  const isAsking = typeof asked === "object" && asked !== null && isQuestion(asked);
  return (isAsking ? asked.asks.requestState : undefined) ?? "";
}

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

/** Serves tools for the duration of the test. */
async function serverWith(tools: readonly JsonObject[]) {
  const server = await listen({
    "server/discover": answering({
      ...seal,
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
    }),
    "tools/list": answering({ ...seal, tools }),
    "tools/call": answering({ resultType: "complete", ...goodResult() }),
    else: refuseWith(404),
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

/** Lists the possible key files after a connection was added. */
async function keyFilesWith(connections: JsonObject): Promise<readonly string[]> {
  const folder = await configured({ stores: { url: "sqlite:state.db" }, connections });
  const said = ["--kind", "token", "--token", "-", "--origin", "https://api.example.com"];
  await run(["connections", "add", "crm", ...said], {
    folder: folder.path,
    clock: slowClock,
    input: "t0ken",
  });
  return (await folder.files()).filter((file) => file.endsWith(".key"));
}

/** Inserts a request that expired two days ago. */
function insertExpired(database: DatabaseSync): void {
  const days = 2 * 24 * 60 * 60 * 1_000;
  database.exec(
    `INSERT INTO approvals (id, digest, binding, arguments, tool, requester, fingerprint,
       asked_from, state, created_at, expires_at)
     VALUES ('old', 'd', '{}', '{}', 'hello', 'ada', 'f', 'operator', 'pending', 0,
       ${today - days})`,
  );
}

/** Reports whether the expired request survives a run of a gateway. */
async function isThereWith(keepFor: string, folder: Folder, database: DatabaseSync) {
  const keys = { stores: { url: "sqlite:state.db" }, approvals: { retain_for: keepFor } };
  await folder.write("toolcourt.yaml", JSON.stringify({ toolbox, ...keys }));
  await callHello(folder);
  return database.prepare("SELECT 1 FROM approvals WHERE id = 'old'").get() !== undefined;
}

/** Returns the number of approvers for a destructive tool. */
async function approversWith(approvals: JsonObject): Promise<unknown> {
  const annotations = { destructiveHint: true };
  const { url } = await serverWith([tool({ annotations, _meta: {} })]);
  const crm = { name: "crm", transport: "streamable_http", url: url.href, mode: "dynamic" };
  const mcps = [{ ...crm, default_tool_config: {} }];
  const tools = [{ name: "get-forecast", approval: "operator" }];
  const stores = { url: "sqlite:state.db" };
  const { path } = await configured({ toolbox: { mcps, tools }, stores, approvals });
  await run(["call", "get-forecast", "--args", '{"city":"Oslo"}'], {
    folder: path,
    clock: slowClock,
  });
  const { output } = await run(["approvals", "list", "--json"], { folder: path, clock: slowClock });
  return /"approvers":(\d+)/.exec(output)?.[1];
}

/**
 * Returns the outcomes of one call each by two gateways. The server's tool allows one call per
 * minute.
 */
async function oneEach(stores: JsonObject): Promise<readonly string[]> {
  const terms = { category: "query", rateLimit: { maxCalls: 1, windowMs: 60_000 } };
  const tools = [tool({ _meta: { "dev.toolcourt/contract": terms } })];
  const server = await serverWith(tools);
  // A unique name, because all tests share one Redis.
  const crm = { name: `crm-${server.url.port}-${redis.prefix()}`, transport: "streamable_http" };
  const mcps = [{ ...crm, url: server.url.href, mode: "dynamic", default_tool_config: {} }];
  const outcomes: string[] = [];
  for (const args of ['{"city":"Oslo"}', '{"city":"Bern"}']) {
    const folder = await configured({ toolbox: { mcps }, stores: { url: "memory:", ...stores } });
    const { output } = await run(["call", "get-forecast", "--args", args], {
      folder: folder.path,
      clock: slowClock,
    });
    outcomes.push(outcomeIn(output));
  }
  return outcomes;
}

/** Returns the statuses of three requests of one principal, each more than a millisecond apart. */
async function statusesWith(per_principal: JsonObject): Promise<readonly number[]> {
  const folder = await configured({ limits: { per_principal } });
  await using serving = await openServing(folder.path);
  const statuses: number[] = [];
  for (let sent = 0; sent < 3; sent += 1) {
    await systemClock.sleep(2);
    const response = await fetch(serving.url, request("tools/list", {}));
    await response.text();
    statuses.push(response.status);
  }
  return statuses;
}

/** Returns the list for a key that may call `hello` alone, and the code for a call of another. */
async function seenWith(server: JsonObject): Promise<JsonObject> {
  const auth = { resource: resource.href, keys: [{ name: "ci", sha256 }] };
  const folder = await configured(
    { server: { ...server, auth }, policy: { file: "policy.yaml" } },
    { "policy.yaml": policyFile({ principals: ["key:ci"], tools: ["hello"] }) },
  );
  await using serving = await openServing(folder.path);
  const ask = async (method: string, params: JsonObject): Promise<string> =>
    (await fetch(serving.url, request(method, params, key))).text();
  const list = await ask("tools/list", {});
  const listed = toolbox.tools.map(({ name }) => name).filter((name) => list.includes(`"${name}"`));
  const call = await ask("tools/call", { name: "read_repo_file", arguments: { path: 7 } });
  return { listed, code: outcomeIn(call) };
}

/** Returns the numbers of the workers that `serve` starts on a machine with two cores. */
async function workersStarted(workers: JsonValue): Promise<readonly number[]> {
  const folder = await configured({ server: { workers }, stores: { url: "sqlite:state.db" } });
  const started: number[] = [];
  const fork: ForkWorker = ({ number }) => {
    started.push(number);
    const ended = Promise.withResolvers<string>();
    const ready = { id: 1, ask: "ready", values: ["http://127.0.0.1:1/mcp"] };
    const onMessage: Port["onMessage"] = (listener) => queueMicrotask(() => listener(ready));
    const port = { send: () => undefined, onMessage, closed: ended.promise };
    return { port, ended: ended.promise, kill: () => ended.resolve("SIGTERM") };
  };
  const open = async () => ({
    folder: folder.path,
    fork,
    [Symbol.asyncDispose]: async () => undefined,
  });
  await using serving = await openServing({ folder: folder.path, workers: { cores: 2, open } });
  expect(serving.printed.join()).toContain("Toolcourt listens on");
  return started;
}

interface Effect {
  /** The keys whose effect is observed, on as few gateways as possible. */
  readonly keys: readonly string[];
  readonly observe: () => Promise<void>;
}

const readers = { roles: ["reader"] };
const ofAcme = { tenants: ["acme"] };

/** What one caller sees, first by way of the changed entry, then by way of an unchanged one. */
interface Compared extends Pick<Guarded, "statements"> {
  readonly outcomes: readonly [changed: number | string, plain: number | string];
}

/** Changes one key of an issuer. No other key of the two entries explains a difference. */
function issuerEffect(
  setting: string,
  value: string,
  { claims, outcomes, ...policy }: Compared & { readonly claims?: JsonObject },
): Effect {
  return {
    keys: [`server.auth.issuers.${setting}`],
    observe: async () => {
      const changed = await openLogin("changed", { [setting]: value });
      const plain = await openLogin("plain");
      const call = await guard({ auth: { issuers: [changed.entry, plain.entry] }, ...policy });
      const token = { claims: { roles: [], ...claims } };

      expect(await call(await changed.tokenFor("ada", token))).toBe(outcomes[0]);
      expect(await call(await plain.tokenFor("ada", token))).toBe(outcomes[1]);
    },
  };
}

/** Changes one key of an API key. No other key of the two entries explains a difference. */
function keyEffect(setting: string, value: JsonValue, { outcomes, ...policy }: Compared): Effect {
  return {
    keys: [`server.auth.keys.${setting}`],
    observe: async () => {
      const [changed, plain] = ["changed", "plain"].map((name, index) => {
        return { name, sha256: hash("sha256", keyNumber(index), "hex") };
      });
      const auth = { keys: [{ ...changed, [setting]: value }, { ...plain }] };
      const call = await guard({ auth, ...policy });

      expect([await call(keyNumber(0)), await call(keyNumber(1))]).toEqual(outcomes);
    },
  };
}

/** Returns the status of a question without a token. */
async function evaluationStatus(server: JsonObject): Promise<number> {
  await using world = await openWorld({ flags: [], server });
  return (await fetch(new URL("/access/v1/evaluation", world.serving.url))).status;
}

const effects: readonly Effect[] = [
  {
    keys: ["server.auth.resource"],
    observe: async () => {
      const auth = { resource: "https://tools.example.com/mcp", keys: [{ name: "a", sha256 }] };
      const folder = await configured({ server: { auth } });
      await using serving = await openServing(folder.path);

      const stranger = await fetch(serving.url, request("tools/list", {}));
      const metadata = await fetch(new URL("/.well-known/oauth-protected-resource", serving.url));

      expect(stranger.status).toBe(401);
      expect(stranger.headers.get("www-authenticate")).toContain("https://tools.example.com/");
      expect(await metadata.json()).toMatchObject({ resource: "https://tools.example.com/mcp" });
    },
  },
  {
    keys: ["server.auth.scopes"],
    observe: async () => {
      const { entry, tokenFor } = await openLogin("login");
      const narrow = await tokenFor("ada", { claims: { scope: "mcp" } });
      const wide = await tokenFor("ada", { claims: { scope: "mcp more" } });
      const one = await guard({ auth: { issuers: [entry], scopes: ["mcp"] } });
      const two = await guard({ auth: { issuers: [entry], scopes: ["mcp", "more"] } });

      expect([await one(narrow), await one(wide)]).toEqual(["answered", "answered"]);
      expect([await two(narrow), await two(wide)]).toEqual([403, "answered"]);
    },
  },
  issuerEffect("name", "changed", {
    statements: [{ principals: ["plain:ada"] }],
    outcomes: ["tool-unknown", "answered"],
  }),
  issuerEffect("issuer", "https://else.example/", { outcomes: [401, "answered"] }),
  issuerEffect("jwks_url", "http://127.0.0.1:1/", { outcomes: [503, "answered"] }),
  issuerEffect("audience", "tools", { claims: { aud: "tools" }, outcomes: ["answered", 401] }),
  issuerEffect("roles_claim", "realm.groups", {
    claims: { realm: { groups: ["reader"] } },
    statements: [readers],
    outcomes: ["answered", "tool-unknown"],
  }),
  issuerEffect("tenant_claim", "org", {
    claims: { org: "acme" },
    statements: [ofAcme],
    outcomes: ["answered", "tool-unknown"],
  }),
  keyEffect("name", "ci", {
    statements: [{ principals: ["key:ci"] }],
    outcomes: ["answered", "tool-unknown"],
  }),
  keyEffect("sha256", "f".repeat(64), { outcomes: [401, "answered"] }),
  keyEffect("roles", ["reader"], {
    statements: [readers],
    outcomes: ["answered", "tool-unknown"],
  }),
  keyEffect("tenant", "acme", { statements: [ofAcme], outcomes: ["answered", "tool-unknown"] }),
  keyEffect("system", true, {
    statements: [{ kinds: ["system"] }],
    outcomes: ["answered", "tool-unknown"],
  }),
  keyEffect("expires", "2026-01-01", { outcomes: [401, "answered"] }),
  {
    keys: ["server.list"],
    observe: async () => {
      const hidden = { listed: ["hello"], code: "tool-unknown" };

      expect(await seenWith({})).toEqual(hidden);
      expect(await seenWith({ list: "permitted" })).toEqual(hidden);
      expect(await seenWith({ list: "all" })).toEqual({
        listed: ["hello", "read_repo_file", "write_memory_entry"],
        code: "not-permitted",
      });
    },
  },
  {
    keys: ["server.discovery", "server.pinned"],
    observe: async () => {
      const searched = { list: "all", discovery: "search" };
      const pinned = { ...searched, pinned: ["read_repo_file"] };

      expect(await seenWith(searched)).toEqual({ listed: [], code: "not-permitted" });
      expect(await seenWith(pinned)).toMatchObject({ listed: ["read_repo_file"] });
    },
  },
  {
    keys: ["server.authzen"],
    observe: async () => {
      expect([await evaluationStatus({}), await evaluationStatus({ authzen: true })]).toEqual([
        404, 401,
      ]);
    },
  },
  {
    keys: ["server.workers"],
    observe: async () => {
      expect(await workersStarted(3)).toEqual([1, 2, 3]);
      expect(await workersStarted("auto")).toEqual([1, 2]);
      expect(await workersStarted(1)).toEqual([]);
    },
  },
  {
    keys: ["server.auth.keys_file"],
    observe: async () => {
      const keys = JSON.stringify({ keys: [{ name: "nightly", sha256 }] });
      const files = { "keys.yaml": `${keys}\n...\n` };
      const outcomes = [];
      for (const auth of [{ keys_file: "keys.yaml" }, { keys_file: "others.yaml" }]) {
        const call = await guard({ auth, files });
        outcomes.push(await call(key));
      }

      expect(outcomes).toEqual(["answered", 503]);
    },
  },
  {
    keys: ["stores.url"],
    observe: async () => {
      const kept = await configured({ stores: { url: "sqlite:kept/state.db" } });
      const forgotten = await configured({ stores: { url: "memory:" } });

      expect([await callHello(kept), await callHello(forgotten)]).toEqual(["answered", "answered"]);
      expect(await exported(kept)).toContain('"kind":"call.closed"');
      expect((await forgotten.files()).join()).not.toMatch(/state\.db|audit/);
    },
  },
  {
    keys: ["stores.redis"],
    observe: async () => {
      const nowhere = await configured({
        stores: { url: "memory:", redis: "redis://127.0.0.1:1" },
      });
      expect(await callHello(nowhere)).toContain("store-unusable");
      if (redis.missing !== undefined) return;

      expect(await oneEach({ redis: redis.url })).toEqual(["answered", "rate-limited"]);
      expect(await oneEach({})).toEqual(["answered", "answered"]);
    },
  },
  {
    keys: ["policy.file"],
    observe: async () => {
      const files = { "p.yaml": policyFile({ tools: ["local/read_repo_file"], kinds: ["local"] }) };
      const folder = await configured({ policy: { file: "p.yaml" } }, files);
      await using serving = await openServing(folder.path);
      const listed = await (await fetch(serving.url, request("tools/list", {}))).text();

      expect(await callHello(folder)).toBe("not-permitted");
      expect(listed).toContain('"name":"read_repo_file"');
      expect(listed).not.toContain('"name":"hello"');
    },
  },
  {
    keys: ["policy.from"],
    observe: async () => {
      const files = { "p.yaml": policyFile({ kinds: ["local"] }) };
      const stored = { stores: { url: "sqlite:state.db" }, policy: { from: "store" } };
      const folder = await configured(stored, files);
      const before = await callHello(folder);
      await run(["policy", "put", "p.yaml"], { folder: folder.path, clock: slowClock });

      expect([before, await callHello(folder)]).toEqual(["policy-denied", "answered"]);
    },
  },
  {
    keys: ["audit.key", "audit.checkpoints", "audit.mirror_file"],
    observe: async () => {
      const folder = await logged({
        key: "keys/a.key",
        checkpoints: "points.txt",
        mirror_file: "copy.jsonl",
      });
      await callHello(folder);
      const { output } = await run(["audit", "key"], { folder: folder.path, clock: slowClock });

      expect(await folder.files()).toContain("keys/a.key");
      expect(await folder.files()).not.toContain(".toolcourt/audit.key");
      expect(output).toMatch(/^toolcourt-\S+\+\S+\+\S+$/);
      expect(await folder.read("points.txt")).toMatch(/^toolcourt-\S+\n4\n/);
      expect(await folder.read("copy.jsonl")).toContain('"kind":"call.closed"');
    },
  },
  {
    keys: ["name", "kind", "url", "headers", "max_rows"].map((name) => `audit.push.${name}`),
    observe: async () => {
      const posted = Promise.withResolvers<string>();
      await using receiver = createServer((asked, response) => {
        const { "toolcourt-rows": rows, authorization } = asked.headers;
        asked.once("data", (body: Buffer) => {
          posted.resolve(`${String(rows)} ${authorization} ${body.toString()}`);
          response.end("{}");
        });
      });
      receiver.listen(0, "127.0.0.1");
      await once(receiver, "listening");
      const address = receiver.address();
      const port = typeof address === "object" ? address?.port : undefined;
      const url = `http://127.0.0.1:${port}/rows`;
      const headers = { Authorization: "Bearer of-the-receiver" };
      const named = { name: "siem", kind: "webhook", url, headers, max_rows: 1 };
      const folder = await logged({ push: [named] });

      // Serves until the rows of its start have arrived. A command could end before.
      const serving = await openServing({ folder: folder.path, clock: slowClock });
      onTestFinished(() => serving[Symbol.asyncDispose]());

      expect(await posted.promise).toMatch(
        /^1-1 Bearer of-the-receiver \{"format":"toolcourt-audit/,
      );
    },
  },
  {
    keys: ["format", "ca_file", "cert_file", "key_file"].map((name) => `audit.push.${name}`),
    observe: async () => {
      const authority = createAuthority();
      const client = authority.issue("gateway.example");
      const received = Promise.withResolvers<string>();
      await using receiver = createTlsServer(
        { ...authority.issue("localhost"), ca: authority.cert, requestCert: true },
        (socket) => socket.once("data", (chunk: Buffer) => received.resolve(chunk.toString())),
      );
      receiver.listen(0, "127.0.0.1");
      await once(receiver, "listening");
      const address = receiver.address();
      const port = typeof address === "object" ? address?.port : undefined;
      const files = { ca_file: "ca.pem", cert_file: "client.pem", key_file: "client.key" };
      const named = { name: "siem", kind: "syslog", url: `tls://localhost:${port}`, ...files };
      const folder = await logged(
        { push: [{ ...named, format: "ocsf" }] },
        { "ca.pem": authority.cert, "client.pem": client.cert },
      );
      await writeFile(`${folder.path}/client.key`, client.key, { mode: 0o600 });
      const serving = await openServing({ folder: folder.path, clock: slowClock });
      onTestFinished(() => serving[Symbol.asyncDispose]());

      expect(await received.promise).toMatch(
        /^\d+ <110>1 \S+ - toolcourt - \S+ \[toolcourt@32473 .*row="1" .*\] \{"activity_id":/,
      );
    },
  },
  {
    keys: ["audit.receipts"],
    observe: async () => {
      const said = [];
      for (const receipts of [true, false]) {
        const { path } = await logged({ receipts });
        const { output } = await run(["call", "hello"], { folder: path, clock: slowClock });
        said.push(output.includes('"dev.toolcourt/receipt"'));
      }

      expect(said).toEqual([true, false]);
    },
  },
  {
    keys: ["audit.must_reach"],
    observe: async () => {
      const files = { "copy.jsonl": "This is no log.\n" };
      const outcomes = [];
      for (const require of ["any", "all"]) {
        outcomes.push(
          await callHello(await logged({ mirror_file: "copy.jsonl", must_reach: require }, files)),
        );
      }

      expect(outcomes).toEqual(["answered", "audit-failed"]);
    },
  },
  {
    keys: ["limits.per_principal.max_requests", "limits.per_principal.window"],
    observe: async () => {
      const limit = { max_requests: 2, window: "PT1H" };

      expect(await statusesWith(limit)).toEqual([200, 200, 429]);
      expect(await statusesWith({ ...limit, max_requests: 3 })).toEqual([200, 200, 200]);
      expect(await statusesWith({ ...limit, window: "PT0.001S" })).toEqual([200, 200, 200]);
    },
  },
  {
    keys: ["approvals.key"],
    observe: async () => {
      expect(await yesElsewhere("one.key")).toBe("answered");
      expect(await yesElsewhere("other.key")).toBe("approval-expired");
    },
  },
  {
    keys: [
      "name",
      "kind",
      "url",
      "link",
      "headers",
      "from",
      "to",
      "username",
      "password",
      "ca_file",
    ].map((name) => `approvals.notify.${name}`),
    observe: async () => {
      const authority = createAuthority();
      await using mails = await openMailServer({
        certificate: authority.issue("localhost"),
        tls: "upgrade",
      });
      const posted = Promise.withResolvers<string>();
      await using receiver = createServer((asked, response) => {
        const { "toolcourt-receiver": name, authorization } = asked.headers;
        asked.once("data", (body: Buffer) => {
          posted.resolve(`${String(name)} ${authorization} ${body.toString()}`);
          response.end("ok");
        });
      });
      receiver.listen(0, "127.0.0.1");
      await once(receiver, "listening");
      const address = receiver.address();
      const port = typeof address === "object" ? address?.port : undefined;
      const url = `http://127.0.0.1:${port}/hook`;
      const link = "https://console.example/approvals/{id}";
      const headers = { Authorization: "Bearer of-the-receiver" };
      const login = { username: "gateway", password: "of-the-mailer", ca_file: "ca.pem" };
      const people = { from: "gateway@example.com", to: ["ops@example.com"] };
      const smtp = `smtp://localhost:${mails.port}`;
      const notify = [
        { name: "hook", kind: "webhook", url, link, headers },
        { name: "mail", kind: "email", url: smtp, ...people, ...login },
      ];
      const stored = { stores: { url: "sqlite:state.db" }, approvals: { notify } };
      const tools = [{ name: "hello", approval: "operator" }, ...toolbox.tools.slice(1)];
      const asking = { toolbox: { ...toolbox, tools } };
      const folder = await configured({ ...stored, ...asking }, { "ca.pem": authority.cert });
      const serving = await openServing({ folder: folder.path });
      onTestFinished(() => serving[Symbol.asyncDispose]());

      const answer = await fetch(
        serving.url,
        request("tools/call", { name: "hello", arguments: {} }),
      );

      expect(outcomeIn(await answer.text())).toBe("approval-required");
      expect(await posted.promise).toMatch(
        /^hook Bearer of-the-receiver \{"kind":"approval\.requested",.*"link":"https:\/\/console\.example\/approvals\/[\da-f]{32}"/,
      );
      await vi.waitFor(() => expect(mails.mails).toHaveLength(1), { timeout: 10_000 });
      expect(mails.mails[0]).toMatchObject({ ...people, login: "gateway\0of-the-mailer" });
    },
  },
  {
    keys: ["connections.key"],
    observe: async () => {
      expect(await keyFilesWith({ key: "file:other.key" })).toEqual(["other.key"]);
      expect(await keyFilesWith({})).toEqual([".toolcourt/vault.key"]);
    },
  },
  {
    keys: ["approvals.approvers"],
    observe: async () => {
      expect(await approversWith({ approvers: 2 })).toBe("2");
      expect(await approversWith({})).toBe("1");
    },
  },
  {
    keys: ["approvals.retain_for"],
    observe: async () => {
      const folder = await configured({ stores: { url: "sqlite:state.db" } });
      await callHello(folder);
      using database = new DatabaseSync(`${folder.path}/state.db`);
      insertExpired(database);

      expect(await isThereWith("P3D", folder, database)).toBe(true);
      expect(await isThereWith("P1D", folder, database)).toBe(false);
    },
  },
];

async function exported({ path }: Folder): Promise<string> {
  return (await run(["audit", "export"], { folder: path, clock: slowClock })).output;
}

// Each opens one to three gateways, some with a threaded store, which is slow while other tests load
// the machine.
describe("a key of the configuration", { timeout: 20_000 }, () => {
  it("has a row here or in another test of effects", () => {
    const others = [
      "results",
      "quarantine",
      "toolbox",
      "myai",
      "redaction",
      "telemetry",
      "egress",
      "host",
      "endpoints",
      "console",
    ];
    // Only commands use sources: test/drafts/sources.test.ts.
    // Tasks need a server that has some: test/tasks/limits.test.ts.
    const isElsewhere = (each: string): boolean =>
      each === "drafts" || each === "tasks" || others.includes(each);
    const keys = (keysOf(configSchema) ?? []).filter((each) => !isElsewhere(each));
    const paths = keys.flatMap((each) => [...keyPaths(childOf(configSchema, each), each)]);
    const here = paths
      .filter((path) => !["server.host", "server.port", "server.whole_gateway"].includes(path))
      .filter((path) => !/^server\.(?:tls|probes|proxies|drain|ext_mcp)\./.test(path))
      .filter((path) => !path.startsWith("stores.cosmos."))
      // test/tasks/approvals.test.ts.
      .filter((path) => path !== "approvals.waiting");

    expect(effects.flatMap(({ keys: own }) => own).toSorted()).toEqual(here.toSorted());
  });

  it.each(effects.map(({ keys, observe }) => [keys.join(", "), observe] as const))(
    "has an effect on a running gateway: %s",
    async (_, observe) => {
      expect.hasAssertions();

      await observe();
    },
  );
});
