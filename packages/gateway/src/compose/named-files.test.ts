import { describe, expect, it } from "vitest";
import { loadConfig } from "../config/load.ts";
import type { StoredConnection } from "../stores/connection-store.ts";
import { createFilesOf, filesOfConnections, folderOf, namedFiles } from "./named-files.ts";

const nothing = { sources: [], certificates: undefined };

function configOf(file: object) {
  return loadConfig(JSON.stringify({ toolbox: { local: [] }, ...file }), { environment: {} });
}

/** The files that this configuration names beside those of an empty one. */
function added(file: object, elsewhere: Parameters<typeof namedFiles>[1] = nothing) {
  const usual = new Set(namedFiles(configOf({}), nothing, "/home").map(textOf));
  return namedFiles(configOf(file), elsewhere, "/home")
    .map(textOf)
    .filter((each) => !usual.has(each));
}

function textOf({ key, path }: { readonly key: string; readonly path: string }): string {
  return `${key} ${path}`;
}

describe("the files that a configuration names", () => {
  it("are the store and the keys without a word about them", () => {
    expect(namedFiles(configOf({}), nothing, "/home").map(textOf)).toEqual([
      "stores.url /home/.toolcourt/state.db",
      "audit.key /home/.toolcourt/audit.key",
      "approvals.key /home/.toolcourt/approvals.key",
      "connections.key /home/.toolcourt/vault.key",
    ]);
  });

  it.each([
    ["stores.url", { stores: { url: "sqlite:a/state.db" } }, "/home/a/state.db"],
    ["audit.key", { audit: { key: "/etc/audit.key" } }, "/etc/audit.key"],
    ["audit.checkpoints", { audit: { checkpoints: "../points" } }, "/points"],
    ["audit.mirror_file", { audit: { mirror_file: "copy.log" } }, "/home/copy.log"],
    ["approvals.key", { approvals: { key: "a.key" } }, "/home/a.key"],
    ["connections.key", { connections: { key: "file:v.key" } }, "/home/v.key"],
    ["policy.file", { policy: { file: "policy.yaml" } }, "/home/policy.yaml"],
    [
      "server.auth.keys_file",
      { server: { auth: { resource: "https://a.example", keys_file: "keys" } } },
      "/home/keys",
    ],
    [
      "server.tls.key_file",
      { server: { tls: { cert_file: "cert.pem", key_file: "key.pem" } } },
      "/home/key.pem",
    ],
    ["server.ext_mcp.tls.key_file", proxied, "/home/proxies.pem"],
    ["egress.ca_file", { egress: { ca_file: "ca.pem" } }, "/home/ca.pem"],
    ["toolbox.http", { toolbox: httpSet("shop.yaml"), ...reachable }, "/home/shop.yaml"],
  ])("have that of %s", (key, file, path) => {
    expect(added(file)).toEqual([`${key} ${path}`]);
  });

  it.each([
    ["a store in memory", { stores: { url: "memory:" } }],
    ["a store elsewhere", { stores: { url: "postgres://db.example/x" } }],
    ["a key in a variable", { connections: { key: "env:KEY" } }],
    ["a policy in the store", { policy: { from: "store" } }],
    ["a tool file of a package", { toolbox: httpSet("@toolcourt/azure/tools.yaml"), ...reachable }],
  ])("have none for %s", (_, file) => {
    expect(added(file)).toEqual([]);
  });

  it("have those of servers, and of Node's certificates", () => {
    const sources = ["file:token", "vault:kv/a#b", "env:TOKEN", "file:/run/secrets/b"];

    expect(added({}, { sources, certificates: "/srv/ca.pem" })).toEqual([
      "NODE_EXTRA_CA_CERTS /srv/ca.pem",
      "toolbox.mcps /home/token",
      "toolbox.mcps /run/secrets/b",
    ]);
  });
});

describe("the files of stored connections", () => {
  it("are those of tokens and of statements about the client, unless revoked", async () => {
    const rows = [
      stored("a", { ...token, file: "token" }),
      stored("b", token),
      stored("c", { ...token, file: "/run/old" }, "revoked"),
      stored("d", { ...token, file: "/run/late" }, "expired"),
      stored("e", assertion),
      stored("f", { kind: "unknown", file: "x" }),
    ];
    const store = { list: async () => rows };

    expect((await filesOfConnections(store, "/home")).map(textOf)).toEqual([
      "connection a /home/token",
      "connection d /run/late",
      "connection e /var/run/federated",
    ]);
  });
});

describe("the files that a gateway was told to read", () => {
  const text = JSON.stringify({ toolbox: { mcps: [server()] } });
  const environment = { NODE_EXTRA_CA_CERTS: "ca.pem" };
  const found = { text, source: { environment } };

  it("are named by configuration, servers, environment and connections", async () => {
    const authority = { connectionFiles: async () => [{ key: "connection a", path: "/a" }] };
    const files = createFilesOf(configOf({}), { found, folder: "/srv", authority }, "/home");

    expect((await files()).map(textOf)).toEqual(
      expect.arrayContaining([
        "NODE_EXTRA_CA_CERTS /srv/ca.pem",
        "toolbox.mcps /home/token",
        "connections.key /home/.toolcourt/vault.key",
        "connection a /a",
      ]),
    );
  });

  it("are listed anew each time, since connections are added while it runs", async () => {
    const later: { key: string; path: string }[] = [];
    const authority = { connectionFiles: async () => later };
    const files = createFilesOf(configOf({}), { found, folder: "/srv", authority }, "/home");
    const before = await files();
    later.push({ key: "connection b", path: "/b" });

    expect((await files()).length).toBe(before.length + 1);
  });
});

it.each([
  [undefined, "."],
  ["toolcourt.yaml", "."],
  ["a/toolcourt.yaml", "a"],
])("the folder of the configuration %s is %s", (config, folder) => {
  expect(folderOf({ config })).toBe(folder);
});

const proxied = {
  toolbox: {
    mcps: [
      {
        name: "a",
        transport: "streamable_http",
        url: "https://a.example",
        mode: "dynamic",
        default_tool_config: {},
      },
    ],
  },
  server: {
    auth: {
      resource: "https://a.example",
      keys: [{ name: "ada", sha256: "0".repeat(64), roles: [] }],
    },
    ext_mcp: {
      tls: { cert_file: "cert.pem", key_file: "proxies.pem", client_ca_file: "ca.pem" },
    },
  },
};

const reachable = { egress: { allow: [{ origin: "https://a.example" }] } };

function httpSet(tools: string) {
  return { http: [{ name: "shop", tools, base: "https://a.example" }] };
}

function server() {
  return { name: "a", transport: "stdio", command: "a", env: { TOKEN: "${file:token}" } };
}

const common = { origins: ["https://a.example"], users: "owner", levels: {}, tiers: [] };
const token = { kind: "token", ...common, header: "authorization", prefix: "Bearer " };
const assertion = {
  kind: "client-assertion",
  ...common,
  provider: {
    tokenUrl: "https://login.example/token",
    clientId: "c",
    clientProof: "assertion",
    isPrivate: false,
  },
  file: "/var/run/federated",
};

function stored(
  name: string,
  settings: StoredConnection["settings"],
  status: StoredConnection["status"] = "active",
): StoredConnection {
  const row = { id: name, tenant: "", owner: "local", version: 1, sealed: {} };
  return { ...row, name, status, settings, createdAt: 0, changedAt: 0 };
}
