import { X509Certificate } from "node:crypto";
import { chmod, writeFile } from "node:fs/promises";
import { type RequestOptions, request } from "node:https";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { expect, it, vi } from "vitest";
import { type Certificate, createAuthority } from "../../packages/testing/src/certificate.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { hello, spoken } from "../../packages/testing/src/lanes.ts";
import { readScrape } from "../../packages/testing/src/scrape.ts";
import { startGateway } from "../promises/gateway-process.ts";

// Three processes take seconds to start on a busy machine.
const timeout = 90_000;

const authority = createAuthority();
const clients = createAuthority();
const [first, renewed] = [authority.issue("localhost"), authority.issue("localhost")];
const agent = clients.issue("agent");
const config = {
  server: {
    workers: 2,
    tls: { cert_file: "cert.pem", key_file: "key.pem", client_ca_file: "clients.pem" },
  },
  toolbox: {
    local: ["workspace"],
    tools: ["hello", "read_repo_file", "write_memory_entry"].map((name) => ({ name })),
  },
  telemetry: { metrics: { port: 0 } },
};

/** Sends a request on a connection of its own, so that any worker may take it. */
function visit(url: URL, { body, ...options }: RequestOptions & { readonly body?: string }) {
  const { port, pathname: path } = url;
  const target = { host: "127.0.0.1", port, path, servername: "localhost", ca: authority.cert };
  return new Promise<{ status: number | string | undefined; shown?: string; session?: string }>(
    (resolve) => {
      const sent = request({ ...target, agent: false, ...options }, (response) => {
        const { socket, statusCode: status, headers } = response;
        const peer = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
        const shown = peer?.fingerprint256 ?? "";
        response.resume();
        resolve({ status, shown, session: String(headers["mcp-session-id"]) });
      });
      sent.once("error", (error: NodeJS.ErrnoException) => resolve({ status: error.code }));
      sent.end(body);
    },
  );
}

it(
  "two workers require client certificates, share sessions, and renew theirs",
  async () => {
    await using folder = await openFolder({
      "toolcourt.yaml": JSON.stringify(config),
      "cert.pem": first.cert,
      "key.pem": first.key,
      "clients.pem": clients.cert,
    });
    await chmod(join(folder.path, "key.pem"), 0o600);
    await using gateway = await startGateway({ folder: folder.path });
    const { url } = gateway;
    const many = (options: RequestOptions = {}) =>
      Promise.all(Array.from({ length: 8 }, () => visit(new URL("/readyz", url), options)));
    const known = await many(agent);
    const unknown = [...(await many()), ...(await many(authority.issue("agent")))];
    const opened = await visit(url, { ...agent, ...plain(hello) });
    const headers = { ...plain(hello).headers, "mcp-session-id": opened.session };
    const call = plain(spoken("tools/call", { name: "hello", arguments: {} }, legacy));
    const statuses = await Promise.all(
      Array.from({ length: 6 }, () => visit(url, { ...agent, ...call, headers })),
    );

    expect(known).toEqual(known.map(() => ({ ...known[0], status: 200, shown: printOf(first) })));
    expect(unknown.filter(({ status }) => typeof status === "number")).toEqual([]);
    expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 200));

    await writeFile(join(folder.path, "cert.pem"), renewed.cert);
    await writeFile(join(folder.path, "key.pem"), renewed.key);
    await vi.waitUntil(() => gateway.printed().match(/was renewed/g)?.length === 2, {
      timeout: 20_000,
    });
    const after = await many(agent);
    const metrics = /Metrics are at (\S+)/.exec(gateway.printed())?.[1] ?? "";
    const page = readScrape(await (await fetch(metrics)).text());

    expect(new Set(after.map(({ shown }) => shown))).toEqual(new Set([printOf(renewed)]));
    expect(page.valueOf("toolcourt_tls_certificate_expires_seconds")).toBeGreaterThan(86_400 * 365);
  },
  timeout,
);

const legacy = { era: "legacy", lane: "fast" } as const;

function plain({ method, headers, body }: RequestInit) {
  const given = Object.fromEntries(new Headers(headers));
  return { method: method ?? "POST", headers: given, body: typeof body === "string" ? body : "" };
}

function printOf({ cert }: Certificate): string {
  return new X509Certificate(cert).fingerprint256;
}
