import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { env, execPath } from "node:process";
import { text } from "node:stream/consumers";
import { createServer } from "node:tls";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { systemClock } from "../packages/contracts/src/kernel/clock.ts";
import { type Certificate, createAuthority } from "../packages/testing/src/certificate.ts";
import { openFolder } from "../packages/testing/src/folder.ts";
import { openIssuer, resource } from "../packages/testing/src/issuer.ts";
import { spoken } from "../packages/testing/src/lanes.ts";
import { openOtlpReceiver } from "../packages/testing/src/otlp-receiver.ts";
import { defaultPolicy } from "./attacks/served.ts";
import { openCountingServer } from "./gate/counting-server.ts";
import { reading } from "./gate/tools.ts";

const bin = fileURLToPath(new URL("../packages/toolcourt/bin/toolcourt.js", import.meta.url));

/** Opens an HTTPS address in front of a plain one. Returns the address with its path. */
async function secured(address: string | URL, certificate: Certificate) {
  const { port, pathname } = new URL(address);
  const server = createServer({ ...certificate }, (socket) => {
    const behind = connect(Number(port), "127.0.0.1");
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      one.on("error", () => other.destroy()).pipe(other);
    }
  });
  // A client that does not trust the certificate ends the handshake.
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${own}${pathname}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

/** Opens a server, an issuer and a receiver of traces, whose certificates one authority issued. */
async function openWorld(egress: object) {
  await using stack = new AsyncDisposableStack();
  const authority = createAuthority();
  const certificate = authority.issue("localhost");
  const server = stack.use(await openCountingServer({ tools: [reading("get-mail")] }));
  const issuer = stack.use(await openIssuer(systemClock));
  const receiver = stack.use(await openOtlpReceiver());
  const [trusted] = issuer.trust.trusted;
  const [mcp, keys, traces] = await Promise.all(
    [server.url, trusted?.jwksUrl ?? "", new URL("/v1/traces", receiver.url)].map(async (url) =>
      stack.use(await secured(url, certificate)),
    ),
  );
  const config = {
    server: {
      auth: {
        resource: resource.href,
        issuers: [{ name: "login", issuer: trusted?.issuer, jwks_url: keys?.url }],
      },
    },
    policy: { file: "policy.yaml" },
    telemetry: { otlp: { url: traces?.url } },
    toolbox: {
      mcps: [
        {
          name: "mail",
          url: mcp?.url,
          transport: "streamable_http",
          mode: "dynamic",
          default_tool_config: {},
        },
      ],
    },
    egress,
  };
  const files = {
    "toolcourt.yaml": JSON.stringify(config),
    "policy.yaml": defaultPolicy,
    "ca.pem": authority.cert,
  };
  const folder = stack.use(await openFolder(files));
  const owned = stack.move();
  return {
    folder: folder.path,
    token: await issuer.tokenFor("ada"),
    receiver,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function launch(args: readonly string[], cwd: string, variables: Record<string, string> = {}) {
  const { NODE_EXTRA_CA_CERTS: _, ...others } = env;
  const child = spawn(execPath, [bin, ...args], { cwd, env: { ...others, ...variables } });
  return { child, ended: once(child, "close"), errors: text(child.stderr) };
}

const serve = ["serve", "--port", "0"];
const slow = { timeout: 30_000 };

describe("an authority of the operator", () => {
  it.each([
    { named: "egress.ca_file", egress: { ca_file: "ca.pem" }, variable: false },
    { named: "NODE_EXTRA_CA_CERTS", egress: {}, variable: true },
  ])("is trusted by every connection, and recorded at the start: $named", slow, async (each) => {
    const { named, egress, variable } = each;
    await using world = await openWorld(egress);
    const { folder, token, receiver } = world;
    const file = join(folder, "ca.pem");
    const variables = variable ? { NODE_EXTRA_CA_CERTS: file } : {};
    const { child, ended, errors } = launch(serve, folder, variables);
    const said = await Promise.race([once(child.stdout, "data"), errors]);
    const url = String(said).trim().replace("Toolcourt listens on ", "");

    const call = spoken(
      "tools/call",
      { name: "get-mail", arguments: { city: "Oslo" } },
      { era: "modern", lane: "fast" },
    );
    const headers = new Headers(call.headers);
    headers.set("authorization", `Bearer ${token}`);
    const response = await fetch(url, { ...call, headers });
    const answer = await response.text();
    child.kill("SIGTERM");
    await ended;
    const exported = launch(["audit", "export"], folder);
    const log = await text(exported.child.stdout);

    expect(`${response.status}: ${answer}`).toMatch(/^200: .*celsius/);
    expect(receiver.spans.map(({ kind }) => kind)).toContain("server");
    expect(log).toContain(
      JSON.stringify({ certificates: { [named]: variable ? file : "ca.pem" } }).slice(1, -1),
    );
  });

  it("is not trusted unless it is named", slow, async () => {
    await using world = await openWorld({});
    const { ended, errors } = launch(serve, world.folder);

    expect(await ended).toEqual([2, null]);
    expect(await errors).toContain("Error: the certificate of the host is not trusted (");
  });
});
