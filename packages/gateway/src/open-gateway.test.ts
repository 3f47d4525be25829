import { defineTool, hints } from "@toolcourt/sdk";
import { createFakeUpstream } from "@toolcourt/testing/fake-upstream";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type EmbeddedGateway, openGateway } from "./open-gateway.ts";
import type { AuditStore } from "./stores/audit-store.ts";
import { openMemoryStores } from "./stores/memory/open-memory-stores.ts";
import { link } from "./stores/suites/link.ts";
import type { UpstreamCall } from "./upstreams/upstream.ts";

// Each test opens a whole gateway: slow on busy machines.
const slow = { timeout: 20_000 };

/** A tool that greets after the given work. Default: at once. */
const greeting = (work: () => Promise<void> = async () => undefined) =>
  defineTool({
    name: "greet-person",
    description:
      "Greets one person by name. Use it when a person says hello. For example: greet Ada.",
    version: "1.0.0",
    category: "query",
    permissions: [],
    parameters: z.object({ name: z.string().min(1).max(40).describe("The name of the person") }),
    result: z.object({ message: z.string().describe("The greeting") }),
    responseTime: "fast",
    cacheable: false,
    idempotent: true,
    approval: "none",
    examples: [
      {
        description: "Greets Ada",
        params: { name: "Ada" },
        expectedResult: { message: "Hello, Ada!" },
      },
    ],
    tags: ["greeting"],
    constraints: ["Greets one person."],
    handler: async ({ name }) => {
      await work();
      return {
        data: { message: `Hello, ${name}!` },
        agentHints: hints({
          confidence: [{ name: "known", value: 1 }],
          sourceQuality: "high",
          validityPeriod: "short",
        }),
      };
    },
  });
const greet = greeting();

const config = "toolbox: { local: [] }\nstores: { url: 'memory:' }\n";

async function openOwn(stack: AsyncDisposableStack): Promise<EmbeddedGateway> {
  const folder = stack.use(await openFolder({ "toolcourt.yaml": config }));
  return stack.use(await openGateway({ folder: folder.path, tools: [greet] }));
}

describe("openGateway", slow, () => {
  it("logs what the configuration should say differently", async () => {
    const toolbox = { local: [], tools: [{ name: "greet-person" }] };
    const text = JSON.stringify({ toolbox, stores: { url: "memory:" } });
    await using folder = await openFolder({ "toolcourt.yaml": text });
    const environment = { TOOLCOURT__TOOLBOX__TOOLS__0__TIMEOUT: "PT1S" };
    const lines: string[] = [];
    const warn = (line: string): void => void lines.push(line);

    const options = { folder: folder.path, environment, warn, tools: [greet] };
    await (await openGateway(options))[Symbol.asyncDispose]();

    expect(lines.join("\n")).toContain(
      "WARNING: TOOLCOURT__TOOLBOX__TOOLS__0__TIMEOUT names an entry by its number; write TOOLCOURT__TOOLBOX__TOOLS__GREET_PERSON__TIMEOUT.",
    );
  });

  it("calls a tool of the program through all gates", async () => {
    await using stack = new AsyncDisposableStack();
    const gateway = await openOwn(stack);

    const result = await gateway.callTool({ tool: "greet-person", arguments: { name: "Ada" } });

    expect(result).toMatchObject({
      isError: false,
      structuredContent: { data: { message: "Hello, Ada!" } },
    });
    expect(gateway.listTools().map(({ name }) => name)).toEqual(["greet-person"]);
  });

  it.each([
    ["input-invalid", { tool: "greet-person", arguments: { nme: "Ada" } }],
    ["tool-unknown", { tool: "greet" }],
  ])("returns a refusal as a result: %s", async (code, call) => {
    await using stack = new AsyncDisposableStack();
    const gateway = await openOwn(stack);

    expect(await gateway.callTool(call)).toMatchObject({
      isError: true,
      _meta: { "dev.toolcourt/refusal": { code } },
    });
  });

  it("serves MCP over HTTP", async () => {
    await using stack = new AsyncDisposableStack();
    const gateway = await openOwn(stack);
    await using server = await gateway.listen(0);

    const response = await fetch(server.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "test", version: "1.0.0" },
        },
      }),
    });

    expect(response.status).toBe(200);
    expect(await response.text()).toContain("serverInfo");
  });

  it("connects a server by a transport of the program", async () => {
    await using stack = new AsyncDisposableStack();
    const server = "name: crm, transport: stdio, command: unused, mode: dynamic";
    const defaults =
      "profile: [registry], default_tool_config: { max_instances: 1, timeout: PT5S }";
    const text = `toolbox: { mcps: [{ ${server}, ${defaults} }] }\nstores: { url: "memory:" }\n`;
    const folder = stack.use(await openFolder({ "toolcourt.yaml": text }));
    const { upstream } = createFakeUpstream();
    const tool = { name: "find-customer", inputSchema: { type: "object" } };
    const crm = async () => ({ ...upstream, listTools: async () => [tool] });
    const gateway = stack.use(await openGateway({ folder: folder.path, upstreams: { crm } }));

    expect(gateway.listTools().map(({ name }) => name)).toEqual(["find-customer"]);
  });

  it("gives a transport of the program a signal that aborts with the call", async () => {
    await using stack = new AsyncDisposableStack();
    const server = "name: crm, transport: stdio, command: unused, mode: dynamic";
    const defaults =
      "profile: [registry], default_tool_config: { approval: none, max_instances: 1, timeout: PT5S }";
    const text = `toolbox: { mcps: [{ ${server}, ${defaults} }] }\nstores: { url: "memory:" }\n`;
    const folder = stack.use(await openFolder({ "toolcourt.yaml": text }));
    const { upstream } = createFakeUpstream();
    const tool = { name: "find-customer", inputSchema: { type: "object" } };
    const called = Promise.withResolvers<AbortSignal>();
    const crm = async () => ({
      ...upstream,
      listTools: async () => [tool],
      callTool: (_: UpstreamCall, signal: AbortSignal) => {
        called.resolve(signal);
        return new Promise<never>(() => undefined);
      },
    });
    const gateway = stack.use(await openGateway({ folder: folder.path, upstreams: { crm } }));
    const leaving = new AbortController();

    const calling = gateway.callTool({ tool: "find-customer", signal: leaving.signal });
    const signal = await called.promise;
    leaving.abort();
    await calling;

    expect(signal).toBeInstanceOf(AbortSignal);
    expect(signal.aborted).toBe(true);
  });

  it("sends the arguments that it validated, whatever the program does to its object", async () => {
    await using stack = new AsyncDisposableStack();
    const gateway = await openOwn(stack);
    const given = { name: "Ada" };

    const calling = gateway.callTool({ tool: "greet-person", arguments: given });
    given.name = "x".repeat(1_000);

    expect(await calling).toMatchObject({
      structuredContent: { data: { message: "Hello, Ada!" } },
    });
  });

  it("audits into stores of the program, also those of classes", async () => {
    await using stack = new AsyncDisposableStack();
    const folder = stack.use(await openFolder({ "toolcourt.yaml": config }));
    const opened = stack.use(openMemoryStores({ link }));
    const stores = { ...opened, audit: new OwnAudit(opened.audit) };
    const options = { folder: folder.path, tools: [greet], stores };
    const gateway = stack.use(await openGateway(options));

    const result = await gateway.callTool({ tool: "greet-person", arguments: { name: "Ada" } });

    expect(result).toMatchObject({ isError: false });
    expect(stores.audit.appended).toBeGreaterThan(0);
  });

  it("answers a running call before it closes, and closes its audit entry", async () => {
    await using stack = new AsyncDisposableStack();
    const folder = stack.use(await openFolder({ "toolcourt.yaml": config }));
    const stores = stack.use(openMemoryStores({ link }));
    const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const waiting = greeting(async () => {
      begun.resolve();
      await release.promise;
    });
    const gateway = await openGateway({ folder: folder.path, tools: [waiting], stores });

    const calling = gateway.callTool({ tool: "greet-person", arguments: { name: "Ada" } });
    await begun.promise;
    const closing = gateway[Symbol.asyncDispose]();
    const late = await gateway.callTool({ tool: "greet-person", arguments: { name: "Bob" } });
    const open = await stores.audit.unfinished(Number.MAX_SAFE_INTEGER);
    release.resolve();

    expect(await calling).toMatchObject({ isError: false });
    await closing;
    expect(late).toMatchObject({ _meta: { "dev.toolcourt/refusal": { code: "cancelled" } } });
    expect([open.length, (await stores.audit.unfinished(Number.MAX_SAFE_INTEGER)).length]).toEqual([
      1, 0,
    ]);
  });

  it("refuses host.ask, which needs another package", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": `${config}host: { ask: true }\n` });

    await expect(openGateway({ folder: folder.path })).rejects.toThrow("@toolcourt/host");
  });

  it("takes no transport from the prototype of the given object", async () => {
    await using stack = new AsyncDisposableStack();
    const server = "name: constructor, transport: stdio, command: no-such-command, mode: dynamic";
    const defaults = "default_tool_config: { max_instances: 1, timeout: PT5S }";
    const text = `toolbox: { mcps: [{ ${server}, ${defaults} }] }\nstores: { url: "memory:" }\n`;
    const folder = stack.use(await openFolder({ "toolcourt.yaml": text }));

    await expect(openGateway({ folder: folder.path, upstreams: {} })).rejects.toMatchObject({
      code: "server-unreachable",
    });
  });
});

/** An audit store as a program might write it: a class with a private field. */
class OwnAudit implements AuditStore {
  readonly #inner: AuditStore;
  appended = 0;
  constructor(inner: AuditStore) {
    this.#inner = inner;
  }
  append(...given: Parameters<AuditStore["append"]>): ReturnType<AuditStore["append"]> {
    this.appended += 1;
    return this.#inner.append(...given);
  }
  last(...given: Parameters<AuditStore["last"]>): ReturnType<AuditStore["last"]> {
    return this.#inner.last(...given);
  }
  read(...given: Parameters<AuditStore["read"]>): ReturnType<AuditStore["read"]> {
    return this.#inner.read(...given);
  }
  unfinished(...given: Parameters<AuditStore["unfinished"]>): ReturnType<AuditStore["unfinished"]> {
    return this.#inner.unfinished(...given);
  }
  keepCheckpoint(
    ...given: Parameters<AuditStore["keepCheckpoint"]>
  ): ReturnType<AuditStore["keepCheckpoint"]> {
    return this.#inner.keepCheckpoint(...given);
  }
  checkpoints(
    ...given: Parameters<AuditStore["checkpoints"]>
  ): ReturnType<AuditStore["checkpoints"]> {
    return this.#inner.checkpoints(...given);
  }
  checkpointUpTo(
    ...given: Parameters<AuditStore["checkpointUpTo"]>
  ): ReturnType<AuditStore["checkpointUpTo"]> {
    return this.#inner.checkpointUpTo(...given);
  }
}
