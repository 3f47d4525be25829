import { createServer, type Socket } from "node:net";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { createFakeUpstream } from "@toolcourt/testing/fake-upstream";
import { expect, it, onTestFinished } from "vitest";
import { loadConfig } from "../config/load.ts";
import { createLogger } from "../telemetry/logger.ts";
import { openServers, ServerNotices } from "./open-servers.ts";

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

function setUp({ isTerse = false } = {}) {
  const clock = createFakeClock();
  const lines: string[] = [];
  const logger = createLogger(({ level, sentence }) => void lines.push(`${level}: ${sentence}`));
  return { clock, lines, notices: new ServerNotices("crm", logger, { clock, isTerse }) };
}

it("logs a dropped tool once, however often it is listed", () => {
  const { lines, notices } = setUp();

  notices.listeners.dropped?.({ kind: "tool", name: "a" });
  notices.listeners.dropped?.({ kind: "tool", name: "b" });
  notices.listeners.dropped?.({ kind: "tool", name: "a" });

  expect(lines).toEqual([
    "warning: Tool 'a' from MCP server 'crm' is left out, it asks for a header that the protocol does not allow",
    "warning: Tool 'b' from MCP server 'crm' is left out, it asks for a header that the protocol does not allow",
  ]);
});

it("counts excess messages of a server and logs the total at the end", () => {
  const { lines, notices } = setUp();

  for (let times = 0; times < 1_500; times += 1) notices.listeners.dropped?.({ kind: "progress" });
  notices.listeners.dropped?.({ kind: "log" });
  const before = [...lines];
  notices[Symbol.dispose]();

  expect(before).toEqual([]);
  expect(lines).toEqual([
    "debug: MCP server 'crm' sent more than callers received: 1,500 reports of progress and 1 lines of its log",
  ]);
});

it("logs nothing at the end if nothing was dropped", () => {
  const { lines, notices } = setUp();

  notices[Symbol.dispose]();

  expect(lines).toEqual([]);
});

it("limits the length and the number of logged names", () => {
  const { lines, notices } = setUp();

  for (let n = 0; n < 2_000; n += 1)
    notices.listeners.dropped?.({ kind: "tool", name: `${n}${"x".repeat(9_999)}` });

  expect(lines).toHaveLength(500);
  expect(lines[0]?.length).toBeLessThan(400);
});

it("logs what the process of a server writes, and its last words", () => {
  const { lines, notices } = setUp();

  notices.listeners.wroteError?.("Error: no row\n    at find (db.js:3:1)\n");
  notices.listeners.ended?.("a".repeat(2_000).concat("out of memory\n"));
  notices.listeners.ended?.("");

  expect(lines).toEqual([
    String.raw`debug: The process of MCP server 'crm' wrote: "Error: no row\n    at find (db.js:3:1)"`,
    expect.stringMatching(
      /^warning: The process of MCP server 'crm' ended and wrote last: "a{987}out of memory"$/,
    ),
    "warning: The process of MCP server 'crm' ended",
  ]);
});

it("logs at most a hundred texts of a server in a minute", async () => {
  const { clock, lines, notices } = setUp();
  const write = (times: number): void => {
    for (let at = 0; at < times; at += 1) notices.listeners.wroteError?.("again");
  };

  write(150);
  const inFirst = lines.length;
  await clock.advance(60_000);
  write(1);

  expect([inFirst, lines.length]).toEqual([100, 101]);
});

it("logs no text of a server for cloud discovery", () => {
  const { lines, notices } = setUp({ isTerse: true });

  notices.listeners.wroteError?.("tenant 17");
  notices.listeners.ended?.("tenant 17");

  expect(lines).toEqual(["warning: The process of MCP server 'crm' ended"]);
});
