import { connect as connectTls } from "node:tls";
import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import type { JsonObject } from "@toolcourt/sdk";
import { createCertificate } from "@toolcourt/testing/certificate";
import { keyPaths } from "@toolcourt/testing/key-paths";
import {
  checksAt,
  clientOf,
  openWorld,
  resultWith,
  tlsFiles,
  type World,
  type WorldOptions,
} from "@toolcourt/testing/proxied-world";
import {
  asAda,
  callOf,
  connectProxy,
  idIn,
  refusalIn,
  responseOf,
} from "@toolcourt/testing/test-proxy";
import { describe, expect, it, onTestFinished } from "vitest";
import { configSchema } from "./config.ts";
import { loadConfig } from "./load.ts";

// Tests every key of `server.ext_mcp` with an observable effect.

async function open(options: WorldOptions): Promise<World> {
  const world = await openWorld(options);
  onTestFinished(() => world[Symbol.asyncDispose]());
  return world;
}

function proxyOf({ serving }: World, ...certificate: Parameters<typeof connectProxy>[1][]) {
  const proxy = connectProxy(serving, ...certificate);
  onTestFinished(() => proxy[Symbol.dispose]());
  return proxy;
}

/** A context in which the proxy names a user. */
function named(fields: Readonly<Record<string, object>>): { readonly metadata_context: object } {
  return { metadata_context: { fields } };
}

const text = (stringValue: string): object => ({ stringValue });
const texts = (...all: readonly string[]): object => ({
  listValue: { values: all.map((each) => ({ stringValue: each })) },
});

const byContext = { name: "agw", id: "sub", roles: "groups", tenant: "org" };
const ada = { sub: text("ada"), groups: texts("support"), org: text("acme") };

async function proveIdentity(): Promise<void> {
  const world = await open({ extMcp: { identity: byContext } });
  const proxy = proxyOf(world);
  const ask = async (fields: Readonly<Record<string, object>>, more: object = {}) => {
    const asked = await proxy.request({ ...callOf("find", { id: "c" }, named(fields)), ...more });
    return asked.result === "error" ? (refusalIn(asked) ?? "refused") : asked.result;
  };

  const rows = await world.rowsOf(async () => {
    expect(await ask(ada)).toBe("mutated");
    expect(await ask({ ...ada, groups: texts() })).toBe("tool-unknown");
    // A token says nothing any more, and a name in another form neither.
    expect(await ask({}, asAda)).toBe("refused");
    expect(await ask({ ...ada, sub: texts("ada") })).toBe("refused");
    expect(await ask({ ...ada, org: texts() })).toBe("refused");
    expect(await ask({ ...ada, groups: text("support") })).toBe("refused");
  });
  expect(rows[0]).toMatchObject({ kind: "call.opened", tenant: "acme", roles: ["support"] });
}

let proving: Promise<void> | undefined;
/** One gateway shows the effect of all keys together. */
const identityKeys = async (): Promise<void> => {
  proving ??= proveIdentity();
  await expect(proving).resolves.toBeUndefined();
};

/** Returns whether a proxy connects with at most this version. */
async function connects({ serving }: World, maxVersion: "TLSv1.2" | "TLSv1.3"): Promise<boolean> {
  const target = {
    host: "127.0.0.1",
    port: Number(checksAt(serving).port),
    servername: "localhost",
  };
  const socket = connectTls({ ...target, ...clientOf(), maxVersion, ALPNProtocols: ["h2"] });
  const connected = await new Promise<boolean>((resolve) => {
    socket.once("secureConnect", () => resolve(true));
    socket.once("error", () => resolve(false));
  });
  socket.destroy();
  return connected;
}

const ownCertificate = async (): Promise<void> => {
  const world = await open({});
  await expect(
    proxyOf(world, createCertificate("localhost")).request(callOf("find", { id: "c" })),
  ).rejects.toMatchObject({ code: 14 });
  expect((await proxyOf(world).request(callOf("find", { id: "c" }))).result).toBe("mutated");
};

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "server.ext_mcp.host": async () => {
    expect(checksAt((await open({ extMcp: { host: "::1" } })).serving).hostname).toBe("[::1]");
  },
  "server.ext_mcp.port": async () => {
    const first = await open({});
    const port = Number(checksAt(first.serving).port);

    await expect(open({ extMcp: { port } })).rejects.toThrow(`port ${port} (server.ext_mcp.port)`);
  },
  "server.ext_mcp.tls.cert_file": async () => {
    await expect(open({ extMcp: { tls: { ...tlsFiles, cert_file: "none.pem" } } })).rejects.toThrow(
      "none.pem",
    );
  },
  "server.ext_mcp.tls.key_file": async () => {
    await expect(open({ extMcp: { tls: { ...tlsFiles, key_file: "cert.pem" } } })).rejects.toThrow(
      "server.ext_mcp.tls.key_file",
    );
  },
  "server.ext_mcp.tls.client_ca_file": ownCertificate,
  "server.ext_mcp.tls.min_version": async () => {
    const newest = await open({ extMcp: { tls: { ...tlsFiles, min_version: "TLSv1.3" } } });

    expect(await connects(newest, "TLSv1.2")).toBe(false);
    expect(await connects(newest, "TLSv1.3")).toBe(true);
    expect(await connects(await open({}), "TLSv1.2")).toBe(true);
  },
  "server.ext_mcp.identity.name": async () => {
    for (const name of ["key", "a:b", "login"]) {
      expect(() => load({ identity: { ...byContext, name } })).toThrow(
        "server.ext_mcp.identity.name",
      );
    }
    await identityKeys();
  },
  "server.ext_mcp.identity.id": identityKeys,
  "server.ext_mcp.identity.roles": identityKeys,
  "server.ext_mcp.identity.tenant": identityKeys,
  "server.ext_mcp.services": async () => {
    const proxy = proxyOf(await open({ extMcp: { services: { customers: "crm" } } }));
    const service_names = ["customers"];
    const asked = await proxy.request({ ...callOf("find", { id: "c" }), service_names });
    const result = resultWith({ name: "Ada" });
    const answered = await proxy.response({ ...responseOf(idIn(asked), result), service_names });

    expect([asked.result, answered.result]).toEqual(["mutated", "mutated"]);
    expect(() => load({ services: { customers: "other" } })).toThrow("toolbox.mcps");
  },
};

const issuer = { name: "login", issuer: "https://a.example/", jwks_url: "https://a.example/keys" };

function load(extMcp: JsonObject, server: JsonObject = {}) {
  const auth = { resource: "http://tools.example.com/mcp", issuers: [issuer] };
  const mcp = { name: "crm", transport: "streamable_http", url: "http://127.0.0.1:9/mcp" };
  const mcps = [{ ...mcp, mode: "dynamic", default_tool_config: {} }];
  const config = {
    toolbox: { mcps },
    server: { auth, ext_mcp: { tls: tlsFiles, ...extMcp }, ...server },
  };
  return loadConfig(JSON.stringify(config), { environment: {} });
}

describe("a key of server.ext_mcp", () => {
  it("has a row here", () => {
    const section = childOf(childOf(configSchema, "server"), "ext_mcp");

    expect(Object.keys(effects).toSorted()).toEqual(
      [...keyPaths(section, "server.ext_mcp")].toSorted(),
    );
  });

  it.each(Object.entries(effects))("has an effect: %s", { timeout: 60_000 }, async (_, observe) => {
    expect.hasAssertions();
    await observe();
  });

  it.each([
    { how: "without authentication", server: { auth: undefined }, says: "configure `server.auth`" },
    { how: "with several processes", server: { workers: 2 }, says: "go to one process" },
    {
      how: "without an authority of clients",
      extMcp: { tls: { cert_file: "a", key_file: "b" } },
      says: "client_ca_file",
    },
    { how: "without TLS", extMcp: { tls: undefined }, says: "server.ext_mcp.tls" },
  ])("is refused $how", ({ extMcp = {}, server = {}, says }) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON leaves out what is undefined
    expect(() => load(extMcp as JsonObject, server as JsonObject)).toThrow(says);
  });
});
