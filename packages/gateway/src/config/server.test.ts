import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { describe, expect, it } from "vitest";
import type { Config } from "./config.ts";
import { loadConfig } from "./load.ts";

const hash = "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8";
const resource = "resource: https://tools.example.com/mcp";
const login = "name: login, issuer: https://login.example.com/";
const issuer = `${login}, jwks_url: https://login.example.com/keys`;

/** Loads a file with one part of interest, on its second line. */
function load(line: string): Config {
  return loadConfig(`toolbox: {}\n${line}\n`, { file: "toolcourt.yaml", environment: {} });
}

function problemsOf(line: string): readonly string[] {
  try {
    load(line);
    return [];
  } catch (error) {
    if (hasCode(error, "config-invalid")) return error.details.problems;
    throw error;
  }
}

function auth(keys: string): string {
  return `server: { auth: { ${resource}, ${keys} } }`;
}

describe("the workers", () => {
  it.each([[1], [2], [64], ["auto"]])("may be %s", (workers) => {
    expect(load(`server: { workers: ${workers} }`).workers).toBe(workers);
  });

  it("are one by default", () => {
    expect(load("server: {}").workers).toBe(1);
  });

  it.each(["0", "65", "1.5", "many", "-1"])("are not %s", (workers) => {
    expect(problemsOf(`server: { workers: ${workers} }`)).toEqual([
      expect.stringMatching(
        /^toolcourt\.yaml:2:20 server\.workers: Expected a whole number from 1 to 64, or auto/,
      ),
    ]);
  });

  it.each(["2", "auto"])("need a store that all of them reach: %s", (workers) => {
    expect(problemsOf(`server: { workers: ${workers} }\nstores: { url: "memory:" }`)).toEqual([
      "toolcourt.yaml:2:20 server.workers: Several workers need a store that all of them reach: set `stores.url` to a file or a PostgreSQL, or use 1.",
    ]);
    expect(load('server: { workers: 1 }\nstores: { url: "memory:" }').workers).toBe(1);
  });
});

it("refuses several workers for a stdio server, which must run once", () => {
  const mcps = "mcps: [{ name: files, transport: stdio, command: files, mode: dynamic }]";
  const text = (workers: string): string =>
    `toolbox: { ${mcps} }\nserver: { workers: ${workers} }\n`;
  const problems = (workers: string): string => {
    try {
      loadConfig(text(workers), { file: "toolcourt.yaml", environment: {} });
      return "";
    } catch (error) {
      return String(error);
    }
  };

  expect(problems("auto")).toContain(
    "toolcourt.yaml:2:20 server.workers: Each worker would start toolbox.mcps[0] again, which is a stdio server: serve it over HTTP, or use 1.",
  );
  expect(problems("1")).not.toContain("server.workers");
});

describe("the auth configuration", () => {
  it("is optional as long as only this machine can connect", () => {
    expect(load("server: {}")).not.toHaveProperty("auth");
  });

  it.each(["0.0.0.0", "::", "tools.example.com"])("allows other addresses: %s", (host) => {
    const keys = `keys: [{ name: nightly, sha256: ${hash} }]`;
    const line = `server: { host: "${host}", auth: { ${resource}, ${keys} } }`;

    expect(load(line).listen.host).toBe(host);
  });

  it("allows no other address without issuers or keys", () => {
    expect(problemsOf(`server: { host: 0.0.0.0, auth: { ${resource} } }`)).toEqual([
      expect.stringContaining(
        "server.auth: Name at least one of `issuers` or `keys`, or a `keys_file`.",
      ),
    ]);
    expect(problemsOf("server: { host: 0.0.0.0, port: 1, auth: }")).toEqual([
      expect.stringMatching(/^toolcourt\.yaml:2:17 server\.host: Listen on/),
      "toolcourt.yaml:2:41 server.auth: Expected keys and values, got nothing.",
    ]);
  });

  it.each(["issuers: []", "keys: []", "issuers: [], keys: []", "scopes: [mcp]"])(
    "requires an issuer or a key, unlike %s",
    (keys) => {
      expect(problemsOf(auth(keys))).toEqual([
        "toolcourt.yaml:2:17 server.auth: Name at least one of `issuers` or `keys`, or a `keys_file`.",
      ]);
    },
  );

  it("reads an issuer with default claims", () => {
    expect(load(auth(`issuers: [{ ${issuer} }]`)).auth).toEqual({
      resource: new URL("https://tools.example.com/mcp"),
      scopes: [],
      issuers: ["https://login.example.com/"],
      trusted: [
        {
          name: "login",
          issuer: "https://login.example.com/",
          jwksUrl: new URL("https://login.example.com/keys"),
          audience: "https://tools.example.com/mcp",
          claims: { roles: "roles", tenant: "tenant" },
        },
      ],
      keys: [],
    });
  });

  it("reads an issuer with its own claims and audience", () => {
    const own = "audience: tools, roles_claim: realm_access.roles, tenant_claim: org";

    expect(load(auth(`scopes: [mcp], issuers: [{ ${issuer}, ${own} }]`)).auth).toMatchObject({
      scopes: ["mcp"],
      trusted: [{ audience: "tools", claims: { roles: "realm_access.roles", tenant: "org" } }],
    });
  });

  it("reads keys, without roles by default", () => {
    const another = "F".repeat(64);
    const more = `{ name: b, sha256: ${another}, roles: [r], tenant: t, system: true }`;

    expect(load(auth(`keys: [{ name: a, sha256: ${hash} }, ${more}]`)).auth?.keys).toEqual([
      { name: "a", sha256: hash, roles: [], isSystem: false },
      { name: "b", sha256: another, roles: ["r"], tenant: "t", isSystem: true },
    ]);
  });

  it.each(["https://a:hunter2@b.example/mcp", "https://b.example/mcp?a=1", "https://b.example/#a"])(
    "refuses %s as the public resource address",
    (address) => {
      const keys = `keys: [{ name: a, sha256: ${hash} }]`;

      expect(problemsOf(`server: { auth: { resource: "${address}", ${keys} } }`)).toEqual([
        "toolcourt.yaml:2:29 server.auth.resource: This address is public: leave out user, password, query and fragment.",
      ]);
    },
  );

  it("never quotes a key written in place of its hash", () => {
    const problems = problemsOf(auth("keys: [{ name: a, sha256: tck_hunter2 }]"));

    expect(problems).toEqual([
      expect.stringContaining("server.auth.keys[0].sha256: Expected the SHA-256 of a key"),
    ]);
    expect(problems.join("")).not.toContain("hunter2");
  });

  it.each([
    ["issuers: [{ name: login }]", ["issuer", "jwks_url"]],
    [`issuers: [{ ${login}, jwks_url: login.example.com/keys }]`, ["jwks_url"]],
    ["keys: [{ name: a }]", ["sha256"]],
    [`keys: [{ name: a, sha256: ${hash}, role: r }]`, ["role"]],
  ])("reports missing and wrong keys: %s", (keys, wrong) => {
    const places = problemsOf(auth(keys)).map((line) => /\[0\]\.(\w+): /.exec(line)?.[1]);

    expect(places).toEqual(wrong);
  });

  it.each(["key", "operator", "local"])("refuses the reserved issuer name %s", (name) => {
    expect(problemsOf(auth(`issuers: [{ ${issuer.replace("login", name)} }]`))).toEqual([
      expect.stringContaining(
        "server.auth.issuers[0].name: The names key, operator, local are reserved",
      ),
    ]);
  });

  it("refuses a colon in an issuer name: `a` and `b:c` would equal `a:b` and `c`", () => {
    expect(problemsOf(auth(`issuers: [{ ${issuer.replace("login", '"a:b"')} }]`))).toEqual([
      expect.stringContaining("server.auth.issuers[0].name: The name of an issuer"),
    ]);
  });

  it.each(["http://login.example.com/keys", "http://10.0.0.7:8080/keys", "http://[::2]/keys"])(
    "refuses keys from an address open to tampering: %s",
    (keys) => {
      expect(problemsOf(auth(`issuers: [{ ${login}, jwks_url: "${keys}" }]`))).toEqual([
        expect.stringContaining("server.auth.issuers[0].jwks_url: Use https"),
      ]);
    },
  );

  it.each(["https://10.0.0.7/keys", "http://127.0.0.1:8080/keys", "http://[::1]/keys"])(
    "accepts keys over https or from loopback: %s",
    (keys) => {
      expect(problemsOf(auth(`issuers: [{ ${login}, jwks_url: "${keys}" }]`))).toEqual([]);
    },
  );

  it("refuses duplicate hashes and issuers", () => {
    const again = hash.toUpperCase();
    const given = `keys: [{ name: a, sha256: ${hash} }, { name: b, sha256: ${again} }]`;
    const issuers = `issuers: [{ ${issuer} }, { ${issuer.replace("login", "other")} }]`;

    expect(problemsOf(auth(`${given}, ${issuers}`))).toEqual([
      expect.stringContaining("server.auth.keys[1].sha256: Another entry has the same sha256."),
      expect.stringContaining("server.auth.issuers[1].issuer: Another entry has the same issuer."),
    ]);
  });

  it.each([
    ["keys", `{ name: a, sha256: ${hash} }, { name: a, sha256: ${"f".repeat(64)} }`],
    ["issuers", `{ ${issuer} }, { ${issuer.replace("https://", "https://other.")} }`],
  ])("refuses two %s of one name, whose ids would be equal", (list, given) => {
    expect(problemsOf(auth(`${list}: [${given}]`))).toEqual([
      expect.stringContaining(`server.auth.${list}[1].name: Another entry has the same name.`),
    ]);
  });
});

describe("the address of the store", () => {
  it.each([
    "memory:",
    "sqlite:state.db",
    "sqlite:/var/lib/toolcourt/state.db",
    "postgres://db/toolcourt",
    "postgresql://ada:hunter2@db:5432/toolcourt",
  ])("may be %s", (url) => {
    expect(load(`stores: { url: "${url}" }`).authority.stores.url).toBe(url);
  });

  it.each([
    "memory",
    "memory:x",
    "sqlite:",
    "sqlite::memory:",
    "postgres:",
    "mysql://ada:hunter2@db",
    "state.db",
  ])("may not be %s, and is not quoted since it may hold a password", (url) => {
    expect(problemsOf(`stores: { url: "${url}" }`)).toEqual([
      "toolcourt.yaml:2:16 stores.url: Expected memory:, sqlite:<file>, or postgres://…, got another text.",
    ]);
  });
});

describe("an invalid address of a store", () => {
  it.each([
    ["url", "postgres://[db/x", "postgres://user@host:5432/database"],
    ["url", "postgres://a:hunter2@db:99999/x", "postgres://user@host:5432/database"],
    ["redis", "redis://[cache/1", "redis://host:6379/0"],
    ["redis", "redis://a:hunter2@c:99999", "redis://host:6379/0"],
  ])("is refused with an example and not quoted: %s %s", (key, url, like) => {
    expect(problemsOf(`stores: { ${key}: "${url}" }`)).toEqual([
      expect.stringMatching(
        `stores.${key}: Expected an address like ${like}, with a port of at most 65535, got another text.$`,
      ),
    ]);
  });
});

describe("the address of Redis", () => {
  it.each(["redis://cache:6379/1", "rediss://:hunter2@cache"])("may be %s", (url) => {
    expect(load(`stores: { redis: "${url}" }`).authority.stores.redis).toBe(url);
  });

  it.each(["redis:", "cache:6379", "http://a:hunter2@b"])(
    "may not be %s, and is not quoted",
    (url) => {
      expect(problemsOf(`stores: { redis: "${url}" }`)).toEqual([
        "toolcourt.yaml:2:18 stores.redis: Expected redis://… or rediss://…, got another text.",
      ]);
    },
  );
});

describe("the policy, audit and approvals configuration", () => {
  it("is read from the file", () => {
    const audit =
      "audit: { key: a.key, checkpoints: points, mirror_file: copy.jsonl, must_reach: all }";
    const line = `policy: { file: p.yaml }\n${audit}\napprovals: { key: b.key, approvers: 2, retain_for: P7D }`;

    expect(load(line).authority).toEqual({
      stores: { url: "sqlite:.toolcourt/state.db" },
      policy: { from: "file", file: "p.yaml" },
      audit: {
        key: "a.key",
        checkpoints: "points",
        mirrorFile: "copy.jsonl",
        mustReach: "all",
        push: [],
        receipts: false,
      },
      approvals: {
        key: "b.key",
        approvers: 2,
        retainForMs: 7 * 24 * 60 * 60 * 1_000,
        waiting: "refuse",
        notify: [],
      },
      quarantine: {
        retain: "all",
        retainForMs: 7 * 86_400_000,
        maxResults: 1_000,
        maxBytes: 67_108_864,
      },
      tasks: { maxLive: 20, maxTtlMs: 86_400_000, pollMs: 1_000 },
      connections: { key: "file:.toolcourt/vault.key" },
      results: { retain: "none", retainForMs: 30 * 24 * 60 * 60 * 1_000, required: false },
    });
  });

  it("may name the store, which gateways can share", () => {
    expect(load("policy: { from: store }").authority.policy).toEqual({ from: "store" });
  });

  it.each([
    ["policy: {}", "2:9 policy: Name the `file`, or set `from: store`."],
    ["policy: { from: file }", "2:9 policy: Name the `file`, or set `from: store`."],
    ["policy: { from: disk }", '2:17 policy.from: Expected file or store, got "disk".'],
    [
      "policy: { from: store, file: a }",
      "2:24 policy.file: The policy comes from the store; leave out the file.",
    ],
    [
      "policy: { from: store }\nstores: { url: 'memory:' }",
      "2:17 policy.from: A policy cannot be stored in memory; name a database in `stores.url`.",
    ],
    ["policy: { file: '' }", "2:17 policy.file: Expected a text"],
    ["audit: { must_reach: both }", '2:22 audit.must_reach: Expected any or all, got "both".'],
    ["audit: { keys: a }", "2:10 audit.keys: There is no such key."],
    [
      "connections: { key: vault.key }",
      '2:21 connections.key: Expected file:<path>, env:<name> or keyring:<service>/<account>, got "vault.key".',
    ],
    ["approvals: { key: 3 }", "2:19 approvals.key: Expected a text"],
    [
      "approvals: { approvers: 0 }",
      "2:25 approvals.approvers: Expected a whole number from 1 to 10",
    ],
    ["approvals: { retain_for: 90 }", "2:26 approvals.retain_for: Expected an ISO 8601 duration"],
    ["approvals: { approvers: 11 }", "2:25 approvals.approvers: Expected a whole number from 1"],
  ])("is refused with the position of the mistake: %s", (line, problem) => {
    expect(problemsOf(line)).toEqual([expect.stringContaining(`toolcourt.yaml:${problem}`)]);
  });

  it("refuses to require all places if there is only one", () => {
    expect(problemsOf("audit: { must_reach: all }")).toEqual([
      "toolcourt.yaml:2:22 audit.must_reach: The log has one destination; name a second one in `mirror_file`.",
    ]);
  });

  it("refuses to sign or copy a log that is not kept", () => {
    const line = "stores: { url: 'memory:' }\naudit: { key: a.key, mirror_file: copy.jsonl }";

    expect(problemsOf(line)).toEqual([
      "toolcourt.yaml:3:10 audit.key: There is no audit log while `stores.url` is memory:.",
      "toolcourt.yaml:3:22 audit.mirror_file: There is no audit log while `stores.url` is memory:.",
    ]);
  });
});
