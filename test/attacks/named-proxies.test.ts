import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openHttp } from "../../packages/gateway/src/edge/http.ts";
import { createAuthority } from "../../packages/testing/src/certificate.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openServing, type Serving } from "../../packages/testing/src/serving.ts";
import { entranceDepsOf } from "../gate/entrance-deps.ts";
import { openTestGateway } from "../gate/open-test-gateway.ts";

// Whole gateways take longer than a second on a busy machine.
const timeout = 30_000;

const proxy = "127.0.0.2";
const stranger = "127.0.0.1";
const client = "203.0.113.7";
const key = "tck_of-ada";
const authority = createAuthority();
const own = authority.issue("localhost");

interface Sends {
  readonly sends: "proxy_protocol" | "forwarded" | "x_forwarded";
  /** Default: plain HTTP. */
  readonly tls?: JsonObject;
}

/** Serves behind one named proxy. */
async function serveBehind({ sends, tls }: Sends): Promise<Serving> {
  const sha256 = createHash("sha256").update(key).digest("hex");
  const auth = { resource: "http://tools.example.com/mcp", keys: [{ name: "ada", sha256 }] };
  const proxies = { from: [`${proxy}/32`], sends };
  const tools = ["hello", "read_repo_file", "write_memory_entry"].map((name) => ({ name }));
  const config = {
    toolbox: { local: ["workspace"], tools },
    stores: { url: "memory:" },
    server: { auth, proxies, ...(tls && { tls }) },
  };
  const files = { "cert.pem": own.cert, "key.pem": own.key };
  const folder = await openFolder({ ...files, "toolcourt.yaml": JSON.stringify(config) });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  await chmod(join(folder.path, "key.pem"), 0o600);
  const serving = await openServing(folder.path);
  onTestFinished(() => serving[Symbol.asyncDispose]());
  return serving;
}

/** Connects from an address of this machine. */
function connectFrom(localAddress: string, { url }: Pick<Serving, "url">): Socket {
  const socket = connect({ host: "127.0.0.1", port: Number(url.port), localAddress });
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Returns all that a connection hears until it closes. */
async function heardOn(socket: Socket): Promise<string> {
  let heard = "";
  socket.on("data", (data: Buffer) => {
    heard += data.toString("latin1");
  });
  if (!socket.destroyed) await once(socket, "close");
  return heard;
}

/** A call with a wrong key, whose refusal is logged with the address of the client. */
function callWith(token: string, headers: Readonly<Record<string, string>> = {}): string {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const all = {
    host: "tools.example.com",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${token}`,
    "content-length": String(body.length),
    connection: "close",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

async function send(from: string, serving: Serving, text: string): Promise<string> {
  const socket = connectFrom(from, serving);
  socket.write(text, "latin1");
  return (await heardOn(socket)).split("\r\n")[0] ?? "";
}

/** Returns the clients that the log names. */
function clientsIn({ printed }: Serving): readonly string[] {
  return printed.flatMap(
    (text) => /refused for the token: .*last from (\S+)/.exec(text)?.[1] ?? [],
  );
}

const lineFor = (address: string): string => `PROXY TCP4 ${address} 127.0.0.1 54321 7420\r\n`;
const binaryFor =
  "\r\n\r\n\0\r\nQUIT\n" +
  "\x21\x11\x00\x0c" +
  "\xcb\x00\x71\x07" +
  "\x7f\0\0\x01" +
  "\xd4\x31\x1c\xfc";

describe("headers of a proxy", { timeout }, () => {
  it.each([
    ["x_forwarded", { "x-forwarded-for": `127.0.0.1, ${client}` }],
    ["forwarded", { forwarded: `for=127.0.0.1, for=${client};proto=https` }],
  ] as const)("name the client if the proxy is named: %s", async (sends, headers) => {
    const serving = await serveBehind({ sends });

    expect(await send(proxy, serving, callWith("wrong", headers))).toContain("401");
    expect(clientsIn(serving)).toEqual([client]);
  });

  it.each([
    ["x_forwarded", { "x-forwarded-for": client }],
    ["forwarded", { forwarded: `for=${client}` }],
    // Of the other kind: this proxy passes on what its clients send.
    ["forwarded", { "x-forwarded-for": client }],
    ["proxy_protocol", { "x-forwarded-for": client, forwarded: `for=${client}` }],
  ] as const)("are ignored from other senders: %s %j", async (sends, headers) => {
    const serving = await serveBehind({ sends });

    expect(await send(stranger, serving, callWith("wrong", headers))).toContain("401");
    expect(clientsIn(serving)).toEqual([stranger]);
  });

  it("name the host of the client only if the proxy is named", async () => {
    const serving = await serveBehind({ sends: "x_forwarded" });
    const inner = { host: "gateway.internal", "x-forwarded-host": "tools.example.com" };
    const rebound = { host: "tools.example.com", "x-forwarded-host": "evil.example" };
    const two = { "x-forwarded-host": "tools.example.com, evil.example" };

    expect(await send(proxy, serving, callWith(key, inner))).toContain("200");
    expect(await send(stranger, serving, callWith(key, inner))).toContain("403");
    expect(await send(proxy, serving, callWith(key, rebound))).toContain("403");
    expect(await send(proxy, serving, callWith(key, two))).toContain("400");
  });

  it("cannot name the header by which processes of one gateway tell the client", async () => {
    const serving = await serveBehind({ sends: "x_forwarded" });
    await send(stranger, serving, callWith("wrong", { "toolcourt-client": client }));

    expect(clientsIn(serving)).toEqual([stranger]);
  });
});

describe("a PROXY preamble", { timeout }, () => {
  it.each([
    ["version 1", lineFor(client), client],
    ["version 2", binaryFor, client],
    ["version 1 of the proxy itself", "PROXY UNKNOWN\r\n", proxy],
  ])("names the client if the proxy is named: %s", async (_, preamble, seen) => {
    const serving = await serveBehind({ sends: "proxy_protocol" });

    expect(await send(proxy, serving, `${preamble}${callWith("wrong")}`)).toContain("401");
    expect(await send(proxy, serving, `${preamble}${callWith(key)}`)).toContain("200");
    expect(clientsIn(serving)).toEqual([seen]);
  });

  it("may come byte by byte", async () => {
    const serving = await serveBehind({ sends: "proxy_protocol" });
    const socket = connectFrom(proxy, serving);
    socket.setNoDelay(true);
    for (const byte of `${lineFor(client)}POST`) {
      socket.write(byte);
      await systemClock.sleep(1);
    }
    socket.write(callWith("wrong").slice(4));

    expect(await heardOn(socket)).toContain("HTTP/1.1 401");
    expect(clientsIn(serving)).toEqual([client]);
  });

  it("comes before the handshake of TLS", async () => {
    const tls = { cert_file: "cert.pem", key_file: "key.pem" };
    const serving = await serveBehind({ sends: "proxy_protocol", tls });
    const socket = connectFrom(proxy, serving);
    socket.write(lineFor(client));
    const secure = connectTls({ socket, servername: "localhost", ca: authority.cert });
    secure.write(callWith("wrong"));

    expect(await heardOn(secure)).toContain("HTTP/1.1 401");
    expect(clientsIn(serving)).toEqual([client]);
    expect(await send(stranger, serving, lineFor(client))).not.toContain("HTTP/1.1 2");
    expect(await send(proxy, serving, "\x16\x03\x01")).toBe("");
  });

  it.each([lineFor(client), binaryFor])("is refused from other senders: %#", async (preamble) => {
    const serving = await serveBehind({ sends: "proxy_protocol" });

    expect(await send(stranger, serving, `${preamble}${callWith(key)}`)).toContain("400");
    expect(await send(stranger, serving, callWith(key))).toContain("200");
  });

  it.each([
    ["missing", callWith(key), "no-preamble"],
    ["malformed", `PROXY TCP4 localhost ::1 1 2\r\n${callWith(key)}`, "malformed"],
    ["oversized", `PROXY TCP4 ${"1".repeat(200)}`, "too-long"],
    ["oversized in version 2", "\r\n\r\n\0\r\nQUIT\n\x21\x11\xff\xff", "too-long"],
  ])("closes the connection without an answer if it is %s", async (_, text, because) => {
    const serving = await serveBehind({ sends: "proxy_protocol" });

    expect(await send(proxy, serving, text)).toBe("");
    expect(serving.printed.join("\n")).toContain(`closed: ${because}`);
  });

  it("has five seconds, however slowly it comes, and does not hold up a stop", async () => {
    const serving = await serveBehind({ sends: "proxy_protocol" });
    const socket = connectFrom(proxy, serving);
    const closed = heardOn(socket);
    const drip = async (): Promise<void> => {
      for (const byte of "PROXY TCP4 203.0.113.7") {
        socket.write(byte);
        await systemClock.sleep(500);
      }
    };
    void drip();

    expect(await closed).toBe("");
    expect(serving.printed.join("\n")).toContain("closed: too-slow");
    const last = connectFrom(proxy, serving);
    await once(last, "connect");
    await serving[Symbol.asyncDispose]();
  });

  it("counts connections by client, not by proxy", async () => {
    await using opened = await openTestGateway("toolbox: {}");
    const principal = { id: "local", permissions: "all" } as const;
    const deps = { ...entranceDepsOf({ ...opened, principal }), identities: knownNone };
    const proxies = { from: [`${proxy}/32`], sends: "proxy_protocol" } as const;
    await using listening = await openHttp(deps, {
      host: "127.0.0.1",
      port: 0,
      clock: systemClock,
      connections: { max: 100, perCaller: 2 },
      proxies,
    });
    const heard: string[] = [];
    for (const address of ["203.0.113.1", "203.0.113.1", "203.0.113.1", "203.0.113.2"]) {
      const socket = connectFrom(proxy, listening);
      socket.on("data", (data: Buffer) => void heard.push(data.toString()));
      await once(socket, "connect");
      socket.write(lineFor(address));
    }

    await vi.waitUntil(() => heard.length > 0);
    await systemClock.sleep(100);
    expect(heard.map((text) => text.slice(0, 12))).toEqual(["HTTP/1.1 503"]);
  });
});

describe("the local user", { timeout }, () => {
  it.each(["proxy_protocol", "forwarded", "x_forwarded"] as const)(
    "is no client behind a named proxy: %s",
    async (sends) => {
      const proxies = { from: [`${proxy}/32`], sends };
      const config = { toolbox: {}, server: { proxies } };
      await using folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });

      await expect(openServing(folder.path)).rejects.toThrow("never the local user");
      await using opened = await openTestGateway("toolbox: {}");
      const principal = { id: "local", permissions: "all" } as const;
      const place = { host: "127.0.0.1", port: 0, clock: systemClock, proxies };
      await expect(openHttp(entranceDepsOf({ ...opened, principal }), place)).rejects.toThrow(
        "require authentication",
      );
    },
  );
});

/** Identities that know no caller. */
const resource = { resource: new URL("http://tools.example.com/mcp"), scopes: [], issuers: [] };
const challenge = { error: "invalid_token" } as const;
const knownNone = { resource, authenticate: () => ({ kind: "refused", challenge }) as const };
