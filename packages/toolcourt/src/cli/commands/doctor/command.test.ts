import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openDurableStores } from "@toolcourt/gateway/internal/compose/open-durable-stores";
import { isJsonArray, isJsonObject, own, parseJson } from "@toolcourt/sdk";
import { createCertificate, createClientCertificate } from "@toolcourt/testing/certificate";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { openPostgres } from "@toolcourt/testing/services/open-postgres";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { useRedis } from "@toolcourt/testing/services/use-redis";
import { machine } from "@toolcourt/testing/serving";
import { openTarget } from "@toolcourt/testing/target";
import { describe, expect, it } from "vitest";
import type { CommandContext } from "../../command.ts";
import { runToolcourt } from "../../run.ts";
import type { Row } from "./row.ts";

const [postgres, redis] = [await usePostgres(), await useRedis()];

type Files = Readonly<Record<string, string>>;
type Prepare = (folder: Folder) => Promise<void>;

const toolbox =
  "toolbox: { local: [workspace], tools: [{ name: hello }, { name: read_repo_file }, { name: write_memory_entry }] }\n";
const auth = "server: { auth: { resource: http://localhost:7420/mcp, keys_file: keys.yaml } }\n";
const guarded = `${toolbox}${auth}policy: { file: policy.yaml }\n`;
const policy = `version: 1
roles: { reader: ["docs:read"] }
statements: [{ id: all, effect: allow, roles: [reader], tools: ["local/*"] }]
...
`;
const dayMs = 86_400_000;

function keysFile(terms = ""): string {
  return `keys: [{ name: ada, sha256: ${"a".repeat(64)}, roles: [reader]${terms} }]\n...\n`;
}

function inDays(days: number): string {
  return new Date(systemClock.now() + days * dayMs).toISOString();
}

const healthy = { "toolcourt.yaml": guarded, "policy.yaml": policy, "keys.yaml": keysFile() };

interface ShownRow {
  readonly check: string;
  readonly state: string;
  readonly text: string;
  readonly next: string;
}

function rowsIn(text: string): readonly ShownRow[] {
  const printed = parseJson(text);
  const checks = isJsonObject(printed) ? own(printed, "checks") : undefined;
  return (isJsonArray(checks) ? checks : []).filter(isJsonObject).map((row) => {
    const [check = "", state = "", said = "", next = ""] = ["check", "state", "text", "next"].map(
      (name) => {
        const value = own(row, name);
        return typeof value === "string" ? value : "";
      },
    );
    return { check, state, text: said, next };
  });
}

async function look(
  files: Files,
  differences: Partial<CommandContext> = {},
  prepare: Prepare = async () => undefined,
) {
  await using folder = await openFolder(files);
  await prepare(folder);
  const out: string[] = [];
  const place = machine(folder.path, () => undefined, new AbortController().signal);
  const terminal = { ...place.terminal, out: (text: string) => void out.push(text) };
  const context = { ...place, nodeVersion: "24.15.0", terminal, ...differences };
  const code = await runToolcourt(["doctor", "--json"], context);
  const checks = rowsIn(out.join(""));
  const bad = checks.filter(({ state }) => state === "problem" || state === "warning");
  return { code, checks, bad, left: await folder.files() };
}

// Opens stores and servers, which takes time on a busy machine.
const patience = { timeout: 60_000 };

describe("toolcourt doctor", patience, () => {
  it("finds nothing in a good set-up, and leaves nothing behind", async () => {
    const { code, checks, bad, left } = await look(healthy);

    expect([code, bad]).toEqual([0, []]);
    expect(checks.map(({ check, state }) => `${check} ${state}`)).toEqual([
      "configuration ok",
      "node ok",
      "environment ok",
      "files ok",
      "certificate not-looked-at",
      "policy ok",
      "keys ok",
      "store not-looked-at",
      "redis not-looked-at",
      "issuers not-looked-at",
      "console login not-looked-at",
      "sandbox not-looked-at",
      "tools ok",
    ]);
    expect(left).toEqual(Object.keys(healthy).toSorted());
  });

  it("prints one line a check, the next command, and a count", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": "tolbox: {}\n" });
    const out: string[] = [];
    const place = machine(folder.path, () => undefined, new AbortController().signal);
    const terminal = { ...place.terminal, out: (text: string) => void out.push(text) };

    const code = await runToolcourt(["doctor"], { ...place, terminal });

    expect(code).toBe(1);
    expect(out.join()).toBe(`problem        configuration  toolcourt.yaml is not valid:
    toolcourt.yaml:1:1 tolbox: There is no such key. Did you mean "toolbox"?
    toolcourt.yaml:1:1 toolbox: This is missing; expected keys and values.
    next: toolcourt effective
not looked at  node           The version of Node is unknown here.
not looked at  the rest       The configuration cannot be used.
3 checks: 0 ok, 0 warnings, 1 problem, 2 not looked at.`);
  });

  it("exits 2 if the named configuration is not there", async () => {
    await using folder = await openFolder();
    const errors: string[] = [];
    const print = (text: string): void => void errors.push(text);
    const place = machine(folder.path, print, new AbortController().signal);

    expect(await runToolcourt(["doctor", "-c", "none.yaml"], place)).toBe(2);
    expect(errors.join()).toContain("Cannot read none.yaml");
  });
});

interface Broken {
  readonly what: string;
  readonly files?: Files;
  readonly differences?: Partial<CommandContext>;
  readonly prepare?: Prepare;
  readonly found: Partial<Row>;
  readonly says: string;
}

function inStore(change: (path: string) => Promise<void>): Prepare {
  return async (folder) => {
    const place = { clock: systemClock, folder: folder.path };
    const stores = await openDurableStores("sqlite:.toolcourt/state.db", place);
    await stores[Symbol.asyncDispose]();
    await change(join(folder.path, ".toolcourt/state.db"));
  };
}

function withPolicy(text: string): Files {
  return { ...healthy, "policy.yaml": text };
}

const problem = "problem" as const;
const warning = "warning" as const;

const broken: readonly Broken[] = [
  {
    what: "no configuration",
    files: {},
    found: { check: "configuration", state: warning, next: "toolcourt init" },
    says: "There is no toolcourt.yaml here",
  },
  {
    what: "an old Node",
    differences: { nodeVersion: "24.14.1" },
    found: { check: "node", state: problem, next: "node --version" },
    says: "Node 24.14.1 is older than 24.15",
  },
  {
    what: "a missing variable",
    files: {
      "toolcourt.yaml":
        "toolbox: { mcps: [{ name: crm, transport: stdio, command: crm, env: { TOKEN: '${CRM_TOKEN}' }, mode: dynamic, default_tool_config: {} }] }\n",
    },
    found: { check: "environment", state: problem, next: "toolcourt effective" },
    says: "The environment has no variable CRM_TOKEN.",
  },
  {
    what: "keys that others can change",
    prepare: ({ path }) => chmod(join(path, "keys.yaml"), 0o666),
    found: { check: "files", state: problem },
    says: "Other users can change keys.yaml.",
  },
  {
    what: "a signing key that others can read",
    prepare: async (folder) => {
      await folder.write(".toolcourt/audit.key", "x");
      await chmod(join(folder.path, ".toolcourt/audit.key"), 0o644);
    },
    found: { check: "files", state: problem },
    says: "Other users can read .toolcourt/audit.key.",
  },
  {
    what: "a certificate that has ended",
    files: tls("250101000000Z"),
    found: { check: "certificate", state: problem },
    says: "It ended on 2025-01-01",
  },
  {
    what: "a certificate that ends soon",
    files: tls(`${inDays(10).replaceAll(/[-:T]/g, "").slice(2, 14)}Z`),
    found: { check: "certificate", state: warning },
    says: "within 14 days. Renew it.",
  },
  {
    what: "a policy with a mistake",
    files: withPolicy("version: 2\n...\n"),
    found: { check: "policy", state: problem, next: "toolcourt policy test policy.yaml" },
    says: "Every call is refused: policy.yaml:1:10 version: Expected 1",
  },
  {
    what: "a policy in a store that is not there",
    files: { ...healthy, "toolcourt.yaml": `${toolbox}${auth}policy: { from: store }\n` },
    found: { check: "policy", state: problem },
    says: "There is no store",
  },
  {
    what: "no policy for callers with keys",
    files: { "toolcourt.yaml": toolbox + auth, "keys.yaml": keysFile() },
    found: { check: "policy", state: warning },
    says: "There is no policy, so no key and no token may call anything.",
  },
  {
    what: "a statement about a server that is not configured",
    files: withPolicy(policy.replace("local/*", "crm/get_card")),
    found: { check: "policy", state: warning, next: "toolcourt servers" },
    says: "The statement all can never match",
  },
  {
    what: "an origin that the policy does not grant",
    files: {
      ...withPolicy(policy.replace("roles:", "egress: [{ origin: https://else.example }]\nroles:")),
      "toolcourt.yaml": `toolbox: { http: [{ name: api, base: https://api.example.com, drafts: true }] }\n${auth}policy: { file: policy.yaml }\negress: { allow: [{ origin: https://api.example.com, methods: [GET] }] }\n`,
    },
    found: { check: "egress", state: problem },
    says: "api cannot be reached: the policy does not grant https://api.example.com",
  },
  {
    what: "keys that cannot be read",
    files: { ...healthy, "keys.yaml": "keys: [\n" },
    found: { check: "keys", state: problem },
    says: "keys.yaml:",
  },
  {
    what: "an expired key",
    files: { ...healthy, "keys.yaml": keysFile(", expires: 2026-01-01") },
    found: { check: "keys", state: warning, next: "toolcourt keys revoke ada" },
    says: "The key ada expired at 2026-01-01",
  },
  {
    what: "a key that ends soon",
    files: { ...healthy, "keys.yaml": keysFile(`, expires: ${inDays(13)}`) },
    found: { check: "keys", state: warning, next: "toolcourt keys new ada-2" },
    says: "within 14 days. Make its successor.",
  },
  {
    what: "a role that the policy does not define",
    files: { ...healthy, "keys.yaml": keysFile().replace("[reader]", "[reader, admin]") },
    found: { check: "keys", state: warning, next: "toolcourt keys list" },
    says: "The key ada has roles that the policy does not define: admin.",
  },
  {
    what: "a store in memory",
    files: { "toolcourt.yaml": `${toolbox}stores: { url: "memory:" }\n` },
    found: { check: "store", state: warning },
    says: "It is in memory",
  },
  {
    what: "a store file that all users can read",
    prepare: inStore((path) => chmod(path, 0o644)),
    found: { check: "store", state: problem },
    says: "All users of this machine can read or write the store file.",
  },
  {
    what: "a store of a newer version",
    prepare: inStore(async (path) => {
      const database = new DatabaseSync(path);
      database.exec("PRAGMA user_version = 1000");
      database.close();
    }),
    found: { check: "store", state: problem },
    says: "The store was written by a newer version.",
  },
  {
    what: "a folder in the place of the store",
    prepare: async ({ path }) =>
      void (await mkdir(join(path, ".toolcourt/state.db"), { recursive: true, mode: 0o700 })),
    found: { check: "store", state: problem },
    says: "The durable store cannot be used.",
  },
  {
    what: "a file in the place of the folder of a new store",
    files: { ...healthy, ".toolcourt": "" },
    found: { check: "store", state: problem },
    says: "A gateway cannot make it at its first start, because it cannot write to the folder ",
  },
  {
    what: "a folder in which a new store cannot be made",
    // Not even a superuser can.
    files: { "toolcourt.yaml": `${toolbox}stores: { url: "sqlite:/proc/of/state.db" }\n` },
    found: { check: "store", state: problem, next: "ls -ld /proc" },
    says: "because it cannot write to the folder /proc. It is sqlite:/proc/of/state.db (stores.url).",
  },
  {
    what: "a PostgreSQL that nobody started",
    files: { "toolcourt.yaml": `${toolbox}stores: { url: "postgres://x@127.0.0.1:1/x" }\n` },
    found: { check: "store", state: problem },
    says: "The store cannot be reached",
  },
  {
    what: "a Redis that nobody started",
    files: { "toolcourt.yaml": `${toolbox}stores: { redis: "redis://127.0.0.1:1" }\n` },
    found: { check: "redis", state: problem },
    says: "The store cannot be reached: its file, folder or server is not there. It is the Redis",
  },
  {
    what: "an issuer whose keys cannot be fetched",
    files: { ...healthy, "toolcourt.yaml": withIssuer(1) },
    found: { check: "issuer login", state: problem },
    says: "Its keys cannot be fetched from http://127.0.0.1:1",
  },
  {
    what: "an issuer at which signing in to the console fails",
    files: { ...healthy, "toolcourt.yaml": withLogin("http://127.0.0.1:1") },
    found: { check: "console login", state: problem },
    says: "Signing in fails at http://127.0.0.1:1. The issuer does not answer",
  },
  {
    what: "named endpoints of a sign-in that are away",
    files: {
      ...healthy,
      "toolcourt.yaml": withLogin("https://login.example", endpointsAt("http://127.0.0.1:1")),
    },
    found: { check: "console login", state: problem },
    says: "Signing in fails at https://login.example. The issuer does not answer",
  },
  {
    what: "a local tool that is not configured",
    files: { ...healthy, "toolcourt.yaml": guarded.replace("{ name: hello }, ", "") },
    found: { check: "tools", state: problem },
    says: "Local tool 'hello' is not configured",
  },
  {
    what: "a required server that is away",
    files: { "toolcourt.yaml": withServer(1) },
    found: { check: "server crm", state: problem },
    says: "A gateway does not start without it.",
  },
  {
    what: "an optional server that is away",
    files: { "toolcourt.yaml": withServer(1, ", required: false") },
    found: { check: "server crm", state: warning },
    says: "It is not served: ",
  },
];

function tls(until: string): Files {
  const { key, cert } = createClientCertificate({ until });
  const files = "tls: { cert_file: cert.pem, key_file: key.pem }, ";
  return {
    ...healthy,
    "toolcourt.yaml": guarded.replace("auth:", `${files}auth:`),
    "cert.pem": cert,
    "key.pem": key,
  };
}

function withIssuer(port: number): string {
  const issuer = `{ name: login, issuer: "https://login.example/", jwks_url: "http://127.0.0.1:${port}/" }`;
  return guarded.replace("keys_file:", `issuers: [${issuer}], keys_file:`);
}

/** The keys of the issuer are never there: only the sign-in is looked at. */
function withLogin(issuer: string, more = ""): string {
  const trusted = `{ name: login, issuer: "${issuer}", jwks_url: "http://127.0.0.1:1/" }`;
  const login = `console: { login: { issuer: "${issuer}", client_id: desk${more} } }\n`;
  return guarded.replace("keys_file:", `issuers: [${trusted}], keys_file:`) + login;
}

async function loginRowOf(config: string): Promise<ShownRow | undefined> {
  const { checks } = await look({ ...healthy, "toolcourt.yaml": config });
  return checks.find(({ check }) => check === "console login");
}

function endpointsAt(origin: string): string {
  return `, authorize_url: "${origin}/authorize", token_url: "${origin}/token"`;
}

function withSandbox(sandbox: string): Files {
  const server = `{ name: desk, transport: stdio, command: desk, mode: dynamic, default_tool_config: {}, required: false${sandbox} }`;
  return { "toolcourt.yaml": `toolbox: { mcps: [${server}] }\nstores: { url: "memory:" }\n` };
}

describe("toolcourt doctor tells what a program may do", patience, () => {
  it("without a sandbox", async () => {
    const { checks } = await look(withSandbox(""));

    expect(checks).toContainEqual(
      expect.objectContaining({
        check: "sandbox desk",
        text: "It has all rights of the gateway's user. `sandbox: required` closes it in.",
      }),
    );
  });

  it("in a sandbox, and how to get one where there is none", async () => {
    const { checks, code } = await look(withSandbox(", sandbox: { network: all }"));

    expect(checks).toContainEqual(
      expect.objectContaining({
        check: "sandbox desk",
        text: "The whole network; it reads 0 paths and writes 0 paths of its lists; 512 MB of memory; 128 processes.",
      }),
    );
    const next = "apt-get install bubblewrap";
    expect(checks).toContainEqual(expect.objectContaining({ check: "tools", next }));
    expect(code).toBe(1);
  });
});

function withServer(port: number, terms = ""): string {
  return `toolbox: { mcps: [{ name: crm, transport: streamable_http, url: "http://127.0.0.1:${port}/mcp", mode: dynamic, default_tool_config: {}${terms} }] }\nstores: { url: "memory:" }\n`;
}

describe("toolcourt doctor reports", patience, () => {
  it.each(broken)("$what", async (each) => {
    const { files = healthy, differences = {}, prepare, found, says } = each;
    const keyMode: Prepare = async (folder) => {
      await chmod(join(folder.path, "key.pem"), 0o600).catch(() => undefined);
      await prepare?.(folder);
    };

    const { code, bad } = await look(files, differences, keyMode);

    const [row] = bad.filter(({ check, state }) => check === found.check && state === found.state);
    expect(row).toMatchObject(found);
    expect(row?.text).toContain(says);
    expect(row?.next).toMatch(/^\S+ /);
    expect(code).toBe(bad.some(({ state }) => state === "problem") ? 1 : 0);
  });

  it("a clock that differs from ours, of an issuer", async () => {
    await using issuer = await openTarget((_request, response) => response.end('{"keys":[]}'));
    const files = { ...healthy, "toolcourt.yaml": withIssuer(issuer.port) };
    const late = { ...systemClock, now: () => systemClock.now() - 120_000 };

    const same = await look(files);
    const other = await look(files, { clock: late });

    expect([same.code, same.bad]).toEqual([0, []]);
    expect(other.bad).toMatchObject([{ check: "issuer login clock", state: "problem" }]);
    expect(other.bad[0]?.text).toMatch(/^Its clock is 1[12]\d s ahead of ours\./);
  });

  it("the redirect address to register at an issuer that can sign people in", async () => {
    let said: object = {};
    const answer = (url = ""): object => (url.startsWith("/.well-known") ? said : {});
    await using issuer = await openTarget(({ url }, response) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify(answer(url))),
    );
    const origin = `http://127.0.0.1:${issuer.port}`;
    const endpoints = {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
    };
    said = { ...endpoints, code_challenge_methods_supported: ["S256"] };
    const found = await loginRowOf(withLogin(origin));
    said = endpoints;
    const withoutPkce = await loginRowOf(withLogin(origin));
    const named = await loginRowOf(withLogin(origin, endpointsAt(origin)));

    const redirect = "http://127.0.0.1:7420/console/login/callback";
    expect([found, withoutPkce, named].map((row) => row?.state)).toEqual(["ok", problem, "ok"]);
    expect(found?.text).toContain(redirect);
    expect(withoutPkce?.text).toContain("no PKCE");
  });

  it("a server that hangs, after a bounded time", async () => {
    await using hanging = await openTarget(() => undefined);
    const hurried = {
      ...systemClock,
      sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / 20, signal),
    };

    const { code, bad } = await look(
      { "toolcourt.yaml": withServer(hanging.port) },
      { clock: hurried },
    );

    expect(code).toBe(1);
    expect(bad).toContainEqual(expect.objectContaining({ check: "server crm", state: "problem" }));
    expect(hanging.connections()).toBeGreaterThan(0);
  });
});

function configOf(url: string): Files {
  const stores = JSON.stringify({ url, redis: redis.url });
  return { "toolcourt.yaml": `${toolbox}stores: ${stores}\n` };
}

describe.skipIf(postgres.missing !== undefined || redis.missing !== undefined)(
  `toolcourt doctor with real databases (${postgres.missing ?? redis.missing ?? "there"})`,
  patience,
  () => {
    it("finds both usable, with clocks like ours", async () => {
      const { code, checks } = await look(configOf(await postgres.database()));

      expect(code).toBe(0);
      expect(checks.filter(({ state }) => state === "ok").map(({ check }) => check)).toEqual(
        expect.arrayContaining(["store", "store clock", "redis", "redis clock"]),
      );
    });

    it("reports clocks that differ", async () => {
      const ahead = { ...systemClock, now: () => systemClock.now() + 30_000 };
      const { code, bad } = await look(configOf(await postgres.database()), { clock: ahead });

      expect(code).toBe(0);
      expect(bad).toMatchObject([
        { check: "store clock", state: "warning" },
        { check: "redis clock", state: "warning" },
      ]);
      expect(bad[0]?.text).toMatch(/^Its clock is (29|30|31) s behind ours/);
    });

    it("reports a PostgreSQL that goes down, and is content when it is back", async () => {
      await using server = await openPostgres();
      const before = await look(configOf(server.url));
      await server.crash();
      const meanwhile = await look(configOf(server.url));
      await server.start();
      const after = await look(configOf(server.url));

      expect([before.code, meanwhile.code, after.code]).toEqual([0, 1, 0]);
      expect(meanwhile.bad).toMatchObject([{ check: "store", state: "problem" }]);
    });
  },
);

it("has a certificate to serve in its good case", async () => {
  const { key, cert } = createCertificate("localhost");
  const files = { ...tls("491231235959Z"), "cert.pem": cert, "key.pem": key };
  const { code, checks } = await look(files, {}, ({ path }) => chmod(join(path, "key.pem"), 0o600));

  expect(code).toBe(0);
  expect(checks).toContainEqual(expect.objectContaining({ check: "certificate", state: "ok" }));
});
