import { hash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { childOf, keysOf } from "@toolcourt/contracts/internal/documents/keys";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import { goodResult, incomingCall, noAbort } from "@toolcourt/testing/calls";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { openIssuer, resource, type TestIssuer } from "@toolcourt/testing/issuer";
import { spoken } from "@toolcourt/testing/lanes";
import { answering, listen, refuseWith } from "@toolcourt/testing/programs/odd-http";
import { useRedis } from "@toolcourt/testing/services/use-redis";
import { machine, openServing } from "@toolcourt/testing/serving";
import { run, today } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it, onTestFinished } from "vitest";
import { openConfigured } from "../compose/open-configured.ts";
import { approvalKey } from "../governance/approvals/nest.ts";
import { isQuestion } from "../pipeline/call.ts";
import { keyPaths } from "./key-paths.ts";
import { configSchema } from "./schema.ts";

// Tests every key that is not about tools and servers, with an observable effect of setting it.

const redis = await useRedis();

const toolbox = {
  local: ["workspace"],
  tools: [{ name: "hello" }, { name: "read_repo_file" }, { name: "write_memory_entry" }],
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
  const { output, errors } = await run(["call", "hello"], { folder: path });
  return output === "" ? errors : outcomeIn(output);
}

/** Returns `answered` or the refusal code. */
function outcomeIn(text: string): string {
  return /"code":"([a-z-]+)"/.exec(text)?.[1] ?? "answered";
}

/** Writes a policy file with one statement, which allows by default. */
function policyFile(statement: JsonObject): string {
  const roles = { reader: ["repo:read"] };
  const allow = { id: "some", effect: "allow", tools: ["*"], ...statement };
  return `${JSON.stringify({ version: 1, roles, statements: [allow] })}\n...\n`;
}

/** Creates a folder with an audit log, which needs a durable store. */
function logged(audit: JsonObject, files: Readonly<Record<string, string>> = {}): Promise<Folder> {
  return configured({ stores: { url: "sqlite:state.db" }, audit }, files);
}

const key = "tck_0123456789-0123456789-0123456789";
const sha256 = hash("sha256", key, "hex");

/** Builds a request without elicitation and notifications. */
function request(method: string, params: JsonObject, token?: string): RequestInit {
  const spokenRequest = spoken(method, params, { era: "modern", lane: "fast" });
  const headers = new Headers(spokenRequest.headers);
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  return { ...spokenRequest, headers };
}

interface Door {
  readonly auth: JsonObject;
  readonly files?: Readonly<Record<string, string>>;
  /** The policy statement for the caller. */
  readonly statement?: JsonObject;
}

/** Sends a call with a token, and returns its status or outcome. */
async function knock(door: Door, token?: string) {
  const { auth, statement = { principals: ["*"] } } = door;
  const server = { auth: { resource: resource.href, ...auth } };
  const files = { ...door.files, "policy.yaml": policyFile(statement) };
  const folder = await configured({ server, policy: { file: "policy.yaml" } }, files);
  await using serving = await openServing(folder.path);
  const sent = request("tools/call", { name: "hello", arguments: {} }, token);
  const response = await fetch(serving.url, sent);
  const text = await response.text();
  return response.status === 200 ? outcomeIn(text) : response.status;
}

/** Returns the outcomes for a key holder, with the setting and without. */
async function withKey(setting: JsonObject, statement: JsonObject) {
  const plain = { name: "nightly", sha256 };
  const doors = [{ ...plain, ...setting }, plain].map((each) => ({
    auth: { keys: [each] },
    statement,
  }));
  const outcomes = [];
  for (const door of doors) outcomes.push(await knock(door, key));
  return outcomes;
}

async function openLogin(): Promise<TestIssuer & { readonly entry: JsonObject }> {
  const issuer = await openIssuer(systemClock);
  onTestFinished(() => issuer[Symbol.asyncDispose]());
  const [known] = issuer.trust.trusted;
  const jwks_url = known?.jwksUrl.href ?? "";
  return { ...issuer, entry: { name: "login", issuer: known?.issuer ?? "", jwks_url } };
}

/** Returns the outcomes for a principal of an issuer, with the setting and without. */
async function withIssuer(
  setting: JsonObject,
  claims: JsonObject = {},
  statement: JsonObject = { principals: ["login:ada"] },
) {
  const { entry, tokenFor } = await openLogin();
  const token = await tokenFor("ada", { claims });
  const outcomes = [];
  for (const each of [{ ...entry, ...setting }, entry]) {
    outcomes.push(await knock({ auth: { issuers: [each] }, statement }, token));
  }
  return outcomes;
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
  const surroundings = machine(path, () => undefined, noAbort);
  const flags = { config: undefined, frozen: false, least: "error" } as const;
  await using opened = await openConfigured(flags, surroundings);
  const call = incomingCall({
    callId: surroundings.newId(),
    principal: { id: "local", permissions: "all", kind: "local" },
    tool: "hello",
    arguments: {},
    reach: { capabilities: { elicitation: {} } },
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
  await run(["connections", "add", "crm", ...said], { folder: folder.path, input: "t0ken" });
  return (await folder.files()).filter((file) => file.endsWith(".key"));
}

/** Reports whether a request that expired two days ago survives a run of a gateway. */
async function isThereWith(keepFor: string): Promise<boolean> {
  const folder = await configured({
    stores: { url: "sqlite:state.db" },
    approvals: { retain_for: keepFor },
  });
  await run(["call", "hello"], { folder: folder.path });
  using database = new DatabaseSync(`${folder.path}/state.db`);
  const days = 2 * 24 * 60 * 60 * 1_000;
  database.exec(
    `INSERT INTO approvals (id, digest, binding, arguments, tool, requester, fingerprint,
       asked_from, state, created_at, expires_at)
     VALUES ('old', 'd', '{}', '{}', 'hello', 'ada', 'f', 'operator', 'pending', 0,
       ${today - days})`,
  );
  await run(["call", "hello"], { folder: folder.path });
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
  await run(["call", "get-forecast", "--args", '{"city":"Oslo"}'], { folder: path });
  const { output } = await run(["approvals", "list", "--json"], { folder: path });
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
    const { output } = await run(["call", "get-forecast", "--args", args], { folder: folder.path });
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

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "server.auth.resource": async () => {
    const auth = { resource: "https://tools.example.com/mcp", keys: [{ name: "a", sha256 }] };
    const folder = await configured({ server: { auth } });
    await using serving = await openServing(folder.path);

    const stranger = await fetch(serving.url, request("tools/list", {}));
    const metadata = await fetch(new URL("/.well-known/oauth-protected-resource", serving.url));

    expect(stranger.status).toBe(401);
    expect(stranger.headers.get("www-authenticate")).toContain("https://tools.example.com/");
    expect(await metadata.json()).toMatchObject({ resource: "https://tools.example.com/mcp" });
  },
  "server.auth.scopes": async () => {
    const { entry, tokenFor } = await openLogin();
    const token = await tokenFor("ada", { claims: { scope: "mcp" } });
    const door = { issuers: [entry] };

    expect(await knock({ auth: { ...door, scopes: ["mcp"] } }, token)).toBe("answered");
    expect(await knock({ auth: { ...door, scopes: ["mcp", "more"] } }, token)).toBe(403);
  },
  "server.auth.issuers.name": async () => {
    expect(await withIssuer({ name: "other" })).toEqual(["policy-denied", "answered"]);
  },
  "server.auth.issuers.issuer": async () => {
    expect(await withIssuer({ issuer: "https://else.example/" })).toEqual([401, "answered"]);
  },
  "server.auth.issuers.jwks_url": async () => {
    expect(await withIssuer({ jwks_url: "http://127.0.0.1:1/" })).toEqual([503, "answered"]);
  },
  "server.auth.issuers.audience": async () => {
    expect(await withIssuer({ audience: "tools" }, { aud: "tools" })).toEqual(["answered", 401]);
  },
  "server.auth.issuers.roles_claim": async () => {
    const claims = { roles: [], realm: { groups: ["reader"] } };
    const outcomes = await withIssuer({ roles_claim: "realm.groups" }, claims, readers);

    expect(outcomes).toEqual(["answered", "policy-denied"]);
  },
  "server.auth.issuers.tenant_claim": async () => {
    const statement = { tenants: ["acme"] };
    const outcomes = await withIssuer({ tenant_claim: "org" }, { org: "acme" }, statement);

    expect(outcomes).toEqual(["answered", "policy-denied"]);
  },
  "server.auth.keys.name": async () => {
    const outcomes = await withKey({ name: "ci" }, { principals: ["key:ci"] });

    expect(outcomes).toEqual(["answered", "policy-denied"]);
  },
  "server.auth.keys.sha256": async () => {
    expect(await withKey({ sha256: "f".repeat(64) }, { principals: ["*"] })).toEqual([
      401,
      "answered",
    ]);
  },
  "server.auth.keys.roles": async () => {
    expect(await withKey({ roles: ["reader"] }, readers)).toEqual(["answered", "policy-denied"]);
  },
  "server.auth.keys.tenant": async () => {
    const outcomes = await withKey({ tenant: "acme" }, { tenants: ["acme"] });

    expect(outcomes).toEqual(["answered", "policy-denied"]);
  },
  "server.auth.keys.system": async () => {
    const outcomes = await withKey({ system: true }, { kinds: ["system"] });

    expect(outcomes).toEqual(["answered", "policy-denied"]);
  },
  "server.auth.keys_file": async () => {
    const keys = JSON.stringify({ keys: [{ name: "nightly", sha256 }] });
    const files = { "keys.yaml": `${keys}\n...\n` };
    const outcomes = [];
    for (const auth of [{ keys_file: "keys.yaml" }, { keys_file: "others.yaml" }]) {
      outcomes.push(await knock({ auth, files }, key));
    }

    expect(outcomes).toEqual(["answered", 503]);
  },
  "stores.url": async () => {
    const kept = await configured({ stores: { url: "sqlite:kept/state.db" } });
    const forgotten = await configured({ stores: { url: "memory:" } });

    expect([await callHello(kept), await callHello(forgotten)]).toEqual(["answered", "answered"]);
    expect(await exported(kept)).toContain('"kind":"call.closed"');
    expect((await forgotten.files()).join()).not.toMatch(/state\.db|audit/);
  },
  "stores.redis": async () => {
    const nowhere = await configured({ stores: { url: "memory:", redis: "redis://127.0.0.1:1" } });
    expect(await callHello(nowhere)).toContain("store-unusable");
    if (redis.missing !== undefined) return;

    expect(await oneEach({ redis: redis.url })).toEqual(["answered", "rate-limited"]);
    expect(await oneEach({})).toEqual(["answered", "answered"]);
  },
  "policy.file": async () => {
    const files = { "p.yaml": policyFile({ tools: ["local/read_repo_file"], kinds: ["local"] }) };
    const folder = await configured({ policy: { file: "p.yaml" } }, files);
    await using serving = await openServing(folder.path);
    const listed = await (await fetch(serving.url, request("tools/list", {}))).text();

    expect(await callHello(folder)).toBe("policy-denied");
    expect(listed).toContain('"name":"read_repo_file"');
    expect(listed).not.toContain('"name":"hello"');
  },
  "policy.from": async () => {
    const files = { "p.yaml": policyFile({ kinds: ["local"] }) };
    const stored = { stores: { url: "sqlite:state.db" }, policy: { from: "store" } };
    const folder = await configured(stored, files);
    const before = await callHello(folder);
    await run(["policy", "put", "p.yaml"], { folder: folder.path });

    expect([before, await callHello(folder)]).toEqual(["policy-denied", "answered"]);
  },
  "audit.key": async () => {
    const folder = await logged({ key: "keys/a.key" });
    await callHello(folder);
    const { output } = await run(["audit", "key"], { folder: folder.path });

    expect(await folder.files()).toContain("keys/a.key");
    expect(await folder.files()).not.toContain(".toolcourt/audit.key");
    expect(output).toMatch(/^toolcourt-\S+\+\S+\+\S+$/);
  },
  "audit.checkpoints": async () => {
    const folder = await logged({ checkpoints: "points.txt" });
    await callHello(folder);

    expect(await folder.read("points.txt")).toMatch(/^toolcourt-\S+\n4\n/);
  },
  "audit.mirror_file": async () => {
    const folder = await logged({ mirror_file: "copy.jsonl" });
    await callHello(folder);

    expect(await folder.read("copy.jsonl")).toContain('"kind":"call.closed"');
  },
  "audit.must_reach": async () => {
    const files = { "copy.jsonl": "This is no log.\n" };
    const outcomes = [];
    for (const require of ["any", "all"]) {
      outcomes.push(
        await callHello(await logged({ mirror_file: "copy.jsonl", must_reach: require }, files)),
      );
    }

    expect(outcomes).toEqual(["answered", "audit-failed"]);
  },
  "limits.per_principal.max_requests": async () => {
    expect(await statusesWith({ max_requests: 2 })).toEqual([200, 200, 429]);
    expect(await statusesWith({ max_requests: 3 })).toEqual([200, 200, 200]);
  },
  "limits.per_principal.window": async () => {
    expect(await statusesWith({ max_requests: 2, window: "PT1H" })).toEqual([200, 200, 429]);
    expect(await statusesWith({ max_requests: 2, window: "PT0.001S" })).toEqual([200, 200, 200]);
  },
  "approvals.key": async () => {
    expect(await yesElsewhere("one.key")).toBe("answered");
    expect(await yesElsewhere("other.key")).toBe("approval-expired");
  },
  "connections.key": async () => {
    expect(await keyFilesWith({ key: "file:other.key" })).toEqual(["other.key"]);
    expect(await keyFilesWith({})).toEqual([".toolcourt/vault.key"]);
  },
  "approvals.approvers": async () => {
    expect(await approversWith({ approvers: 2 })).toBe("2");
    expect(await approversWith({})).toBe("1");
  },
  "approvals.retain_for": async () => {
    expect(await isThereWith("P1D")).toBe(false);
    expect(await isThereWith("P3D")).toBe(true);
  },
};

const readers = { roles: ["reader"] };

async function exported({ path }: Folder): Promise<string> {
  return (await run(["audit", "export"], { folder: path })).output;
}

// Each opens one or two gateways, some with a threaded store, which is slow while other tests load
// the machine.
describe("a key of the configuration", { timeout: 20_000 }, () => {
  it("has a row here or in effects.test.ts", () => {
    const others = ["results", "toolbox", "myai", "redaction", "telemetry", "egress", "host"];
    const keys = (keysOf(configSchema) ?? []).filter((each) => !others.includes(each));
    const paths = keys.flatMap((each) => [...keyPaths(childOf(configSchema, each), each)]);
    const here = paths.filter((path) => !["server.host", "server.port"].includes(path));

    expect(Object.keys(effects).toSorted()).toEqual(here.toSorted());
  });

  it.each(Object.entries(effects))("has an effect on a running gateway: %s", async (_, observe) => {
    expect.hasAssertions();

    await observe();
  });
});
