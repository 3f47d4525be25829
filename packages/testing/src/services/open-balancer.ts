import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "./find-program.ts";
import { startServer } from "./start-server.ts";

/** HAProxy in front of several servers. It keeps no client at one of them. */
export interface Balancer extends AsyncDisposable {
  /** Where clients connect: the path is the client's. */
  readonly origin: URL;
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Starts HAProxy on a free port. It sends each request to the next server whose `/readyz` is 200. */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const found = await findProgram("haproxy-debian", {
    commands: ["haproxy", "/usr/sbin/haproxy"],
    versionFlag: "-v",
    path: "usr/sbin/haproxy",
    packages: {
      wanted: ["haproxy"],
      libraries: ["liblua5.3-0", "libopentracing-c-wrapper0", "libopentracing1"],
    },
  });
  const folder = await mkdtemp(join(tmpdir(), "toolcourt-haproxy-"));
  const port = await freePort();
  await writeFile(join(folder, "haproxy.cfg"), configFor(port, ports));
  const running = await startServer({
    ...found,
    // In the foreground, with the line that says when it is ready.
    args: ["-W", "-db", "-f", join(folder, "haproxy.cfg")],
    folder,
    ready: "Loading success",
    signal: "KILL",
  }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  return {
    origin: new URL(`http://127.0.0.1:${port}`),
    [Symbol.asyncDispose]: () => running.end(),
  };
}

// Only a request that was never sent goes to another server. Any other retry could run it twice.
function configFor(port: number, ports: readonly number[]): string {
  const servers = ports.map((each, place) => `  server s${place} 127.0.0.1:${each} check`);
  return `global
  maxconn 4000
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch 1
  retry-on conn-failure
frontend clients
  bind 127.0.0.1:${port}
  default_backend replicas
backend replicas
  balance roundrobin
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host 127.0.0.1
  default-server inter 200ms fastinter 100ms downinter 100ms fall 2 rise 1 observe layer4 error-limit 1 on-error mark-down
${servers.join("\n")}
`;
}
