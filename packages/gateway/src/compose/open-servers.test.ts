import { createServer, type Socket } from "node:net";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { createFakeUpstream } from "@toolcourt/testing/fake-upstream";
import { expect, it, onTestFinished } from "vitest";
import { loadConfig } from "../config/load.ts";
import { openServers } from "./open-servers.ts";

/** Opens a port that accepts connections and never answers. */
async function openSilence(): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

it.each(["sse", "streamable_http"])(
  "does not wait forever for a server that connects but never answers: %s",
  async (transport) => {
    const url = `http://127.0.0.1:${await openSilence()}/mcp`;
    const crm = { name: "crm", transport, url, mode: "dynamic", default_tool_config: {} };
    const config = loadConfig(JSON.stringify({ toolbox: { mcps: [crm] } }), { environment: {} });
    await using stack = new AsyncDisposableStack();
    const clock = createFakeClock();
    const opening = openServers(config.toolbox.servers, stack, {
      clock,
      write: () => undefined,
      searchPath: "",
      newId: () => "id-1",
      random: () => 0,
    });
    opening.catch(() => undefined);
    await clock.untilSleeping();
    await clock.advance(80_000);

    await expect(opening).rejects.toMatchObject({
      code: "server-unreachable",
      details: { because: "there was no answer in time (ETIMEDOUT)" },
    });
  },
);

it("S4-40, S4-67: refuses to start if a required server connects but cannot list its tools", async () => {
  const crm = { name: "crm", transport: "sse", url: "http://crm.example/mcp", mode: "strict" };
  const config = loadConfig(JSON.stringify({ toolbox: { mcps: [crm] } }), { environment: {} });
  const { upstream, failWith } = createFakeUpstream();
  failWith({ kind: "http", status: 503 });
  await using stack = new AsyncDisposableStack();
  const opening = openServers(config.toolbox.servers, stack, {
    clock: createFakeClock(),
    write: () => undefined,
    searchPath: "",
    newId: () => "id-1",
    random: () => 0,
    upstreams: { crm: async () => upstream },
  });

  await expect(opening).rejects.toMatchObject({
    code: "server-unreachable",
    details: { because: "it answered with the HTTP status 503" },
  });
});

it("starts after five seconds without a silent optional server", async () => {
  const url = `http://127.0.0.1:${await openSilence()}/mcp`;
  const shared = { transport: "sse", mode: "dynamic", default_tool_config: {} };
  const crm = { ...shared, name: "crm", url, required: false };
  const config = loadConfig(JSON.stringify({ toolbox: { mcps: [crm] } }), { environment: {} });
  await using stack = new AsyncDisposableStack();
  const clock = createFakeClock();
  const events: string[] = [];
  const opening = openServers(config.toolbox.servers, stack, {
    clock,
    write: ({ event }) => events.push(event),
    searchPath: "",
    newId: () => "id-1",
    random: () => 0,
  });
  await clock.untilSleeping();
  await clock.advance(5_000);

  expect((await opening).map(({ listing }) => listing)).toEqual([undefined]);
  expect(events).toContain("server.unavailable");
});
