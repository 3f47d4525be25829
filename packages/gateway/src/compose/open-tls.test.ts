import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { chmod, writeFile } from "node:fs/promises";
import { type RequestOptions, request } from "node:https";
import { join } from "node:path";
import { type ConnectionOptions, connect, TLSSocket } from "node:tls";
import { type Certificate, createAuthority } from "@toolcourt/testing/certificate";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createListener } from "../edge/listen-on.ts";
import { type OpenTls, openTls } from "./open-tls.ts";
import type { JudgedTls } from "./read-tls.ts";

const authority = createAuthority();
const first = authority.issue("localhost");
const clients = createAuthority();
const others = createAuthority();

/** Listens with TLS, and follows the files of a folder. */
async function listening(more: Readonly<Record<string, string>> = {}) {
  const folder = await openFolder({ "cert.pem": first.cert, "key.pem": first.key, ...more });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const write = (file: string, text: string): Promise<void> =>
    writeFile(join(folder.path, file), text);
  await chmod(join(folder.path, "key.pem"), 0o600);
  const fake = createFakeClock();
  const clock = { ...fake, now: () => Date.parse("2026-11-01") + fake.monotonic() };
  const logged: string[] = [];
  const clientCaFile = more["clients.pem"] === undefined ? undefined : "clients.pem";
  const files = { certFile: "cert.pem", keyFile: "key.pem", clientCaFile };
  const log = (event: string): void => void logged.push(event);
  const open = async (accepted?: JudgedTls): Promise<OpenTls> => {
    const deps = { clock, folder: folder.path, log, accepted };
    const opened = await openTls({ ...files, minVersion: "TLSv1.2" }, deps);
    onTestFinished(() => opened[Symbol.asyncDispose]());
    return opened;
  };
  const tls = await open();
  const server = createListener({}, tls, (_request, response) => response.end("here"));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  /** Lets the gateway look at its files until it logs an event. */
  const until = (event: string): Promise<unknown> =>
    vi.waitUntil(
      async () => {
        await clock.advance(1_000);
        return logged.includes(event);
      },
      { timeout: 20_000 },
    );
  const replace = async ({ cert, key }: Certificate): Promise<void> => {
    await write("cert.pem", cert);
    await write("key.pem", key);
  };
  return { port, tls, open, write, replace, until, logged };
}

const target = { host: "127.0.0.1", servername: "localhost", ca: authority.cert };

/** Returns the certificate that a new connection sees, or the code of its failure. */
function seenAt(
  port: number,
  options: RequestOptions & ConnectionOptions = {},
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const sent = request({ ...target, port, agent: false, ...options }, (response) => {
      response.resume();
      const { socket } = response;
      resolve(socket instanceof TLSSocket ? shownBy(socket) : "no TLS");
    });
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    sent.end();
  });
}

function shownBy(socket: TLSSocket): string | undefined {
  return socket.getPeerX509Certificate()?.fingerprint256;
}

function printOf({ cert }: Certificate): string {
  return new X509Certificate(cert).fingerprint256;
}

/** A connection that stays open between requests. */
async function connected(port: number, options: ConnectionOptions = {}) {
  const socket = connect({ ...target, port, ...options });
  onTestFinished(() => void socket.destroy());
  await once(socket, "secureConnect");
  return {
    session: () => socket.getSession(),
    ask: async () => {
      socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
      const heard = new Promise<Buffer>((resolve) => {
        socket.once("data", resolve);
      });
      return (await heard).toString().slice(0, 12);
    },
  };
}

describe("openTls", () => {
  it("shows a renewed certificate to new connections, and keeps open ones", async () => {
    const { port, replace, until, tls } = await listening();
    const open = await connected(port);
    const renewed = authority.issue("localhost");
    await replace(renewed);
    await until("certificate.replaced");

    expect(await seenAt(port)).toBe(printOf(renewed));
    expect(await open.ask()).toBe("HTTP/1.1 200");
    expect(tls.current().cert).toBe(renewed.cert);
  });

  it("changes nothing while only one file of a pair is written", async () => {
    const { port, write, until, logged } = await listening();
    const renewed = authority.issue("localhost");
    await write("cert.pem", renewed.cert);
    await until("certificate.unusable");
    const between = await seenAt(port);
    await write("key.pem", renewed.key);
    await until("certificate.replaced");

    expect(between).toBe(printOf(first));
    expect(await seenAt(port)).toBe(printOf(renewed));
    expect(logged.filter((event) => event === "certificate.unusable")).toHaveLength(1);
  });

  it("starts beside other processes with the certificate that they use", async () => {
    const { tls, replace, open } = await listening();
    await replace(authority.issue("localhost", "other.example"));
    const waiting = await open(tls.accepted());
    const renewed = authority.issue("localhost");
    await replace(renewed);
    const current = await open(tls.accepted());

    expect(waiting.current().cert).toBe(first.cert);
    expect(current.current().cert).toBe(renewed.cert);
  });

  it("lets a certificate of other names wait for a reload", async () => {
    const { port, replace, until, tls } = await listening();
    const renamed = authority.issue("localhost", "other.example");
    await replace(renamed);
    await until("certificate.waiting");
    expect(tls.state()).toBe("waiting");
    const before = await seenAt(port);
    const prepared = await tls.prepare();
    prepared.apply();

    expect(before).toBe(printOf(first));
    expect(prepared.isNew).toBe(true);
    expect(await seenAt(port)).toBe(printOf(renamed));
    expect(await tls.prepare()).toMatchObject({ isNew: false });
  });

  it("lets another authority of clients wait for a reload, and then resumes no session", async () => {
    const { port, write, until, tls } = await listening({ "clients.pem": clients.cert });
    const [known, next] = [clients.issue("agent"), others.issue("agent")];
    const open = await connected(port, { ...known, maxVersion: "TLSv1.2" });
    const session = open.session();
    await write("clients.pem", others.cert);
    await until("certificate.waiting");

    expect(await seenAt(port, known)).toBe(printOf(first));
    expect(await seenAt(port, next)).not.toBe(printOf(first));
    (await tls.prepare()).apply();
    expect(await seenAt(port, next)).toBe(printOf(first));
    expect(await seenAt(port, known)).not.toBe(printOf(first));
    expect(await seenAt(port, { ...known, session, maxVersion: "TLSv1.2" })).not.toBe(
      printOf(first),
    );
    expect(await open.ask()).toBe("HTTP/1.1 200");
  });

  it("refuses a reload of files that do not fit, and goes on with the old ones", async () => {
    const { port, write, tls } = await listening();
    await write("key.pem", authority.issue("localhost").key);

    await expect(tls.prepare()).rejects.toMatchObject({ code: "config-invalid" });
    expect(await seenAt(port)).toBe(printOf(first));
  });

  it("returns to files that were in use before a bad change", async () => {
    const { port, write, until } = await listening();
    await write("cert.pem", "half");
    await until("certificate.unusable");
    await write("cert.pem", first.cert);
    const renewed = authority.issue("localhost");
    await write("cert.pem", renewed.cert);
    await write("key.pem", renewed.key);
    await until("certificate.replaced");

    expect(await seenAt(port)).toBe(printOf(renewed));
  });
});
