import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { createServer as createNetServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { env, execPath } from "node:process";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { serve } from "@toolcourt/sdk/serve";
import { describe, expect, it } from "vitest";
import { EraMemory } from "./connection.ts";
import type { Transport } from "./transport.ts";
import { openUpstream } from "./transports.ts";
import type { Asking, CallerChannel, Progress, Upstream, UpstreamListeners } from "./upstream.ts";

// Third-party servers as real processes, which start slowly on a busy machine.
const slow = { timeout: 30_000 };
const noAbort = new AbortController().signal;

const deaf: UpstreamListeners = { toolsChanged: () => undefined };

function open(
  transport: Transport,
  listeners: UpstreamListeners = deaf,
  allowedRequests: readonly Asking[] = [],
): Promise<Upstream> {
  return openUpstream(transport, {
    clock: systemClock,
    listeners,
    signal: noAbort,
    memory: new EraMemory(systemClock),
    searchPath: env["PATH"] ?? "",
    allowedRequests,
  });
}

function program(name: string): string {
  const manifest = createRequire(import.meta.url).resolve(
    `@modelcontextprotocol/${name}/package.json`,
  );
  return join(dirname(manifest), "dist/index.js");
}

function child(
  name: string,
  args: readonly string[],
  given: Record<string, string> = {},
): Transport {
  return { kind: "stdio", command: execPath, args: [program(name), ...args], env: given };
}

function namesOf(tools: readonly JsonValue[]): unknown[] {
  return tools.map((tool) => (isJsonObject(tool) ? own(tool, "name") : tool));
}

/** Starts the everything server on a free port and waits until it listens. */
async function startEverything(kind: "streamableHttp" | "sse") {
  const port = await freePort();
  const server = spawn(execPath, [program("server-everything"), kind], {
    env: { PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  for (let said = ""; !said.includes(String(port)); ) {
    said += String((await once(server.stderr, "data"))[0]);
  }
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      const exited = once(server, "exit");
      server.kill("SIGKILL");
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createNetServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("the everything server", slow, () => {
  it.each(["stdio", "streamable_http", "sse"] as const)("works over %s", async (kind) => {
    await using stack = new AsyncDisposableStack();
    const transport = await everythingOver(kind, stack);
    const upstream = stack.use(await open(transport));
    const progress: Progress[] = [];
    const tools = await upstream.listTools(noAbort);
    const echoed = await upstream.callTool({ name: "echo", arguments: { message: "hi" } }, noAbort);
    await upstream.callTool(
      {
        name: "trigger-long-running-operation",
        arguments: { duration: 0.2, steps: 2 },
        channel: { capabilities: {}, onProgress: (seen) => progress.push(seen) },
      },
      noAbort,
    );

    expect(upstream.era).toBe("legacy");
    expect(namesOf(tools)).toEqual(expect.arrayContaining(["echo", "get-sum", "get-env"]));
    expect(echoed).toMatchObject({ content: [{ type: "text", text: "Echo: hi" }] });
    expect(progress.map((each) => each.progress)).toEqual([1, 2]);
    expect(await upstream.request({ method: "prompts/list", params: {} }, noAbort)).toHaveProperty(
      "prompts",
    );
  });

  it.each(["stdio", "streamable_http", "sse"] as const)("asks its caller over %s", async (kind) => {
    await using stack = new AsyncDisposableStack();
    const upstream = stack.use(
      await open(await everythingOver(kind, stack), deaf, ["elicitation"]),
    );
    const asked: string[] = [];
    const channel: CallerChannel = {
      capabilities: {},
      ask: async ({ method }) => {
        asked.push(method);
        return { action: "decline" };
      },
    };
    const call = { name: "trigger-elicitation-request", arguments: {} };
    const declined = await upstream.callTool({ ...call, channel }, noAbort);
    const cancelled = await upstream.callTool(call, noAbort);

    expect(asked).toEqual(["elicitation/create"]);
    expect(JSON.stringify(declined)).toContain("declined");
    expect(JSON.stringify(cancelled)).toContain("cancelled");
  });

  it("announces a change of a watched resource", async () => {
    const received = Promise.withResolvers<string>();
    await using upstream = await open(child("server-everything", []), {
      ...deaf,
      resourceUpdated: received.resolve,
    });
    const uri = "demo://resource/dynamic/text/1";
    await upstream.watchResources([uri], noAbort);
    await upstream.callTool({ name: "toggle-subscriber-updates", arguments: {} }, noAbort);

    await expect(received.promise).resolves.toBe(uri);
  });

  it("cannot keep a caller that leaves", async () => {
    await using upstream = await open(child("server-everything", []));
    const caller = new AbortController();
    const answer = upstream.callTool(
      {
        name: "trigger-long-running-operation",
        arguments: { duration: 60, steps: 60 },
        channel: { capabilities: {}, onProgress: () => caller.abort(new Error("enough")) },
      },
      caller.signal,
    );

    await expect(answer).rejects.toThrow("enough");
  });
});

async function everythingOver(
  kind: Transport["kind"],
  stack: AsyncDisposableStack,
): Promise<Transport> {
  if (kind === "stdio") return child("server-everything", []);
  const { port } = stack.use(await startEverything(kind === "sse" ? "sse" : "streamableHttp"));
  return { kind, url: new URL(`http://127.0.0.1:${port}/${kind === "sse" ? "sse" : "mcp"}`) };
}

describe("the filesystem server", slow, () => {
  it("reads a file from its folder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "toolcourt-"));
    await using stack = new AsyncDisposableStack();
    stack.defer(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "note.txt"), "hello");
    const upstream = stack.use(await open(child("server-filesystem", [folder])));
    const path = join(folder, "note.txt");

    expect(await upstream.listTools(noAbort)).toHaveLength(14);
    expect(
      await upstream.callTool({ name: "read_text_file", arguments: { path } }, noAbort),
    ).toMatchObject({ structuredContent: { content: "hello" } });
  });
});

describe("the memory server", slow, () => {
  it("starts with an empty graph", async () => {
    const folder = await mkdtemp(join(tmpdir(), "toolcourt-"));
    await using stack = new AsyncDisposableStack();
    stack.defer(() => rm(folder, { recursive: true }));
    const given = { MEMORY_FILE_PATH: join(folder, "memory.jsonl") };
    const upstream = stack.use(await open(child("server-memory", [], given)));

    expect(await upstream.listTools(noAbort)).toHaveLength(9);
    expect(await upstream.callTool({ name: "read_graph", arguments: {} }, noAbort)).toMatchObject({
      structuredContent: { entities: [], relations: [] },
    });
  });
});

describe("a server made with our own SDK", () => {
  it("is a modern one", async () => {
    await using served = await serve([], { name: "ours", version: "1.0.0", port: 0 });
    const url = served.url ?? new URL("http://127.0.0.1:1");
    await using upstream = await open({ kind: "streamable_http", url });

    expect(upstream.era).toBe("modern");
    expect(await upstream.listTools(noAbort)).toEqual([]);
    await expect(
      upstream.request({ method: "no/such", params: {} }, noAbort),
    ).rejects.toMatchObject({
      fault: { kind: "rpc", code: -32601 },
    });
  });
});

/** Starts a modern server that announces changes on demand. */
async function startChanging(stack: AsyncDisposableStack) {
  const handler = createMcpHandler(
    () =>
      new McpServer(
        { name: "changing", version: "1.0.0" },
        {
          capabilities: {
            tools: { listChanged: true },
            prompts: { listChanged: true },
            resources: { listChanged: true, subscribe: true },
          },
        },
      ),
  );
  const answer = toNodeHandler(handler);
  const server = createServer((request, response) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is Node's own request; only `url?: string` is typed less exactly there
    void answer(request as NodeIncomingMessageLike, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  stack.defer(async () => {
    await handler.close();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { notify: handler.notify, url: new URL(`http://127.0.0.1:${port}/mcp`) };
}

describe("a modern server that changes", () => {
  it("notifies us on the streams we keep open", async () => {
    await using stack = new AsyncDisposableStack();
    const { notify, url } = await startChanging(stack);
    const received = new Set<string>();
    const listeners: UpstreamListeners = {
      toolsChanged: () => received.add("tools"),
      changed: (what) => received.add(what),
      resourceUpdated: (uri) => received.add(uri),
    };
    const upstream = stack.use(await open({ kind: "streamable_http", url }, listeners));
    await upstream.watchResources(["file:///a"], noAbort);
    // Repeated until received: only the server knows when our subscription has begun.
    while (received.size < 4) {
      notify.toolsChanged();
      notify.promptsChanged();
      notify.resourcesChanged();
      notify.resourceUpdated("file:///a");
      notify.resourceUpdated("file:///b");
      await new Promise((resolve) => setImmediate(resolve));
    }

    expect([...received].toSorted()).toEqual(["file:///a", "prompts", "resources", "tools"]);
  });
});
