import { once } from "node:events";
import { connect } from "node:net";
import { expect, it, vi } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { startGateway } from "../promises/gateway-process.ts";

// Three processes take seconds to start on a busy machine.
const timeout = 90_000;

const client = "203.0.113.7";
const config = {
  server: {
    workers: 2,
    proxies: { from: ["127.0.0.2/32"], sends: "proxy_protocol" },
    auth: {
      resource: "http://tools.example.com/mcp",
      keys: [{ name: "ada", sha256: "a".repeat(64) }],
    },
  },
  toolbox: {},
};

/** Sends a wrong key from the named proxy, in a session of one of the workers. */
async function knock(port: string, worker: number): Promise<void> {
  const socket = connect({ host: "127.0.0.1", port: Number(port), localAddress: "127.0.0.2" });
  socket.resume();
  socket.write(
    [
      `PROXY TCP4 ${client} 127.0.0.1 54321 7420`,
      "DELETE /mcp HTTP/1.1",
      "host: tools.example.com",
      `mcp-session-id: ${worker}.a`,
      "authorization: Bearer tck_wrong",
      "toolcourt-client: 127.0.0.1",
      "connection: close",
      "\r\n",
    ].join("\r\n"),
  );
  await once(socket, "close");
}

it(
  "two workers tell each other the client behind a named proxy",
  async () => {
    await using folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
    await using gateway = await startGateway({ folder: folder.path });
    const { port } = gateway.url;
    await Promise.all([1, 2, 1, 2, 1, 2, 1, 2].map((worker) => knock(port, worker)));
    const logged = () =>
      [...gateway.printed().matchAll(/last from (\S+)/g)].map(([, from]) => from);
    // Each worker logs its first refusal at once.
    await vi.waitUntil(() => logged().length >= 2, { timeout: 20_000 });

    expect(new Set(logged())).toEqual(new Set([client]));
  },
  timeout,
);
