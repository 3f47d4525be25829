import { once } from "node:events";
import { chmod } from "node:fs/promises";
import { request as plainRequest } from "node:http";
import { type RequestOptions, request } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import { createAuthority, createCertificate } from "@toolcourt/testing/certificate";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { openServing, type Serving } from "@toolcourt/testing/serving";
import { describe, expect, it, onTestFinished } from "vitest";
import { GracefulShutdown } from "../edge/graceful-shutdown.ts";
import { configSchema } from "./config.ts";
import { loadConfig } from "./load.ts";

// Tests every key of the listener with an observable effect.

const authority = createAuthority();
const own = authority.issue("localhost");
const toolbox = {
  local: ["workspace"],
  tools: [{ name: "hello" }, { name: "read_repo_file" }, { name: "write_memory_entry" }],
};
const files = { "cert.pem": own.cert, "key.pem": own.key, "clients.pem": authority.cert };
const tls = { cert_file: "cert.pem", key_file: "key.pem" };

async function serveWith(server: JsonObject, more: Record<string, string> = {}): Promise<Serving> {
  const config = { toolbox, stores: { url: "memory:" }, server };
  const folder = await openFolder({ ...files, ...more, "toolcourt.yaml": JSON.stringify(config) });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  await chmod(join(folder.path, "key.pem"), 0o600);
  const serving = await openServing(folder.path);
  onTestFinished(() => serving[Symbol.asyncDispose]());
  return serving;
}

/** Returns the status of `/readyz` over TLS, or the code of the failure. */
function readyOver({ url }: Pick<Serving, "url">, options: RequestOptions = {}): Promise<unknown> {
  const { port } = url;
  const target = { host: "127.0.0.1", port, path: "/readyz", servername: "localhost" };
  return new Promise((resolve) => {
    const sent = request(
      { ...target, ca: authority.cert, agent: false, ...options },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    sent.end();
  });
}

/** Sends raw bytes to a probe listener, and returns its first line. */
async function raw(url: URL, text: string): Promise<string> {
  const socket = connect(Number(url.port), url.hostname);
  socket.end(text);
  let heard = "";
  socket.on("data", (data) => {
    heard += data.toString();
  });
  await once(socket, "close");
  return heard;
}

function probesOf({ printed }: Serving): URL {
  const found = printed.flatMap(
    (text) => /^INFO: Probes are answered at (\S+)$/.exec(text)?.[1] ?? [],
  );
  return new URL(found[0] ?? "");
}

const auth = {
  resource: "http://tools.example.com/mcp",
  keys: [{ name: "ada", sha256: "a".repeat(64) }],
};

/** Returns the status of `/readyz` for a proxy that renames the host. */
async function readyFrom({ url }: Serving): Promise<number | undefined> {
  const headers = { host: "gateway.internal", "x-forwarded-host": "tools.example.com" };
  const target = { host: "127.0.0.1", port: url.port, path: "/readyz", agent: false, headers };
  return new Promise((resolve, reject) => {
    const sent = plainRequest(target, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once("error", reject);
    sent.end();
  });
}

const message = { jsonrpc: "2.0", id: 1, method: "ping", params: {} };

/** Returns the status of a request at the port of callers. */
function ping(url: URL): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const sent = plainRequest(url, { method: "POST", headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once("error", reject);
    sent.end(JSON.stringify(message));
  });
}

function proxies(network: string): JsonObject {
  return { from: [network], sends: "x_forwarded" };
}

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "server.tls.cert_file": async () => {
    const serving = await serveWith({ tls });

    expect(serving.url.protocol).toBe("https:");
    expect(await readyOver(serving)).toBe(200);
    expect(await readyOver(serving, { ca: createCertificate("localhost").cert })).not.toBe(200);
  },
  "server.tls.key_file": async () => {
    const other = createCertificate("localhost");
    const refused = serveWith(
      { tls: { ...tls, key_file: "other.pem" } },
      { "other.pem": other.key },
    );

    await expect(refused).rejects.toThrow("other.pem");
  },
  "server.tls.client_ca_file": async () => {
    const serving = await serveWith({ tls: { ...tls, client_ca_file: "clients.pem" } });
    const known = authority.issue("agent");
    const stranger = createCertificate("agent");

    expect(await readyOver(serving, known)).toBe(200);
    expect(await readyOver(serving)).not.toBe(200);
    expect(await readyOver(serving, stranger)).not.toBe(200);
  },
  "server.tls.min_version": async () => {
    const newest = await serveWith({ tls: { ...tls, min_version: "TLSv1.3" } });

    expect(await readyOver(newest, { maxVersion: "TLSv1.2" })).not.toBe(200);
    expect(await readyOver(newest)).toBe(200);
    expect(await readyOver(await serveWith({ tls }), { maxVersion: "TLSv1.2" })).toBe(200);
  },
  "server.probes.host": async () => {
    const url = probesOf(await serveWith({ probes: { host: "::1", port: 0 } }));

    expect(url.hostname).toBe("[::1]");
    expect((await fetch(url)).status).toBe(200);
  },
  "server.probes.port": async () => {
    const url = probesOf(await serveWith({ probes: { port: 0 } }));

    expect(
      await raw(url, "GET /readyz HTTP/1.1\r\nHost: 10.1.2.3:7421\r\nConnection: close\r\n\r\n"),
    ).toMatch(/^HTTP\/1.1 200/);
    expect(await raw(url, "GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 200/);
    expect(await raw(url, "GET /mcp HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 404/);
    expect(await raw(url, "POST /readyz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 405/);
  },
  "server.proxies.from": async () => {
    expect(await readyFrom(await serveWith({ auth, proxies: proxies("127.0.0.0/8") }))).toBe(200);
    expect(await readyFrom(await serveWith({ auth, proxies: proxies("10.0.0.0/8") }))).toBe(403);
    expect(await readyFrom(await serveWith({ auth }))).toBe(403);
    for (const wrong of ["0.0.0.0/0", "10.0.0.0", "10.0.0.0/33", "localhost/8"]) {
      await expect(serveWith({ auth, proxies: proxies(wrong) })).rejects.toThrow("10.0.0.0/8");
    }
    await expect(serveWith({ proxies: proxies("10.0.0.0/8") })).rejects.toThrow("local user");
  },
  "server.proxies.sends": async () => {
    const from = ["127.0.0.1/32"];
    const behind = (sends: string) => serveWith({ auth, proxies: { from, sends } });
    const preamble = "PROXY TCP4 203.0.113.7 127.0.0.1 1 2\r\n";

    expect(await readyFrom(await behind("x_forwarded"))).toBe(200);
    expect(await readyFrom(await behind("forwarded"))).toBe(403);
    const { url } = await behind("proxy_protocol");
    const asked = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    expect(await raw(url, `${preamble}${asked}`)).toMatch(/^HTTP\/1.1 200/);
    expect(await raw(url, asked)).toBe("");
  },
  "server.drain.delay": async () => {
    const serving = await serveWith({ probes: { port: 0 }, drain: { delay: "PT3S" } });
    const probe = probesOf(serving);
    const stopped = serving[Symbol.asyncDispose]();
    await expect.poll(async () => (await fetch(probe)).status).toBe(503);

    expect(await ping(serving.url)).not.toBe(503);
    await stopped;
    await expect(ping(serving.url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect(serving.printed.join("\n")).not.toContain("reload");
  },
  "server.drain.timeout": async () => {
    const clock = createFakeClock();
    const file = { server: { drain: { timeout: "PT1M" } }, toolbox };
    const { listen } = loadConfig(JSON.stringify(file), { environment: {} });
    const shutdown = new GracefulShutdown(clock, listen.drain);
    const run = shutdown.begin();
    const closed = shutdown.close();
    await clock.advance(59_999);
    const before = run.aborted;
    await clock.advance(501);

    expect([before, run.aborted]).toEqual([false, true]);
    await closed;
  },
};

describe("a listener with TLS", () => {
  it("stops at once, although a client does not finish its handshake", async () => {
    const serving = await serveWith({ tls });
    const idle = connect(Number(serving.url.port), "127.0.0.1");
    idle.on("error", () => undefined);
    const closed = once(idle, "close");
    await once(idle, "connect");
    // A later connection was answered, so this one was accepted.
    await readyOver(serving);
    const began = systemClock.monotonic();
    await serving[Symbol.asyncDispose]();
    await closed;

    // The handshake itself would have ten seconds.
    expect(systemClock.monotonic() - began).toBeLessThan(5_000);
  });
});

describe("a key of the listener", () => {
  it("has a row here", () => {
    const server = childOf(configSchema, "server");
    const paths = ["tls", "probes", "proxies", "drain"].flatMap((key) => [
      ...keyPaths(childOf(server, key), `server.${key}`),
    ]);

    expect(Object.keys(effects).toSorted()).toEqual(paths.toSorted());
  });

  it.each(Object.entries(effects))("has an effect on a running gateway: %s", async (_, observe) => {
    expect.hasAssertions();
    await observe();
  });
});
