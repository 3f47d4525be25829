import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execPath, kill } from "node:process";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it, vi } from "vitest";
import { start, type TestServer } from "../../packages/testing/src/admission.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { greetTool } from "../../packages/testing/src/local-tool.ts";
import {
  answering,
  json,
  type Listening,
  legacy,
  listen,
  refuseWith,
} from "../../packages/testing/src/programs/odd-http.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { openCountingServer } from "../gate/counting-server.ts";
import { entranceNames, openEntrances } from "../gate/entrances.ts";
import { fitting } from "../gate/forbidden.ts";
import { openTestGateway } from "../gate/open-test-gateway.ts";
import { reading } from "../gate/tools.ts";
import { dynamic, entryOf } from "./running-gateway.ts";

function server(name: string, ...tools: readonly string[]): TestServer {
  return { name, has: tools.map((each) => reading(each)) };
}

const good = server("good", "get-mail");
const optional = { required: false } as const;

// What an optional server does to prevent the start.
const attempts = [
  {
    what: "has unconfigured tools",
    bad: { ...server("bad", "get-one", "get-two"), mode: "strict" },
    code: "tool-unconfigured",
    because: "these tools are not configured: get-one, get-two",
  },
  {
    what: "has the tool of another server",
    bad: server("bad", "get-mail", "get-one"),
    code: "tool-collision",
    because: "Tool 'get-mail' from MCP server '",
  },
  {
    what: "has a local tool",
    bad: server("bad", "greet-person", "get-one"),
    code: "tool-collision",
    because: "Tool 'greet-person' from MCP server 'bad' has the same name as one from a local tool",
  },
] as const;

const cases = attempts.flatMap((attempt) =>
  (["after", "before"] as const).map((place) => ({ ...attempt, place })),
);

describe("an optional server", () => {
  it.each(cases)("cannot prevent the start if it $what ($place)", async (each) => {
    const { bad, because, code, place } = each;
    const left = { ...bad, ...optional };
    const toolbox = {
      collision: "error",
      tools: [{ name: "greet-person" }],
      local: [greetTool],
    } as const;

    const started = await start({
      ...toolbox,
      servers: place === "after" ? [good, left] : [left, good],
    });

    expect(started.snapshot.listed.map(({ name }) => name)).toEqual(["get-mail", "greet-person"]);
    const errors = started.lines.filter((line) => line.startsWith("ERROR: "));
    expect(errors).toEqual([
      expect.stringContaining(`MCP server 'bad' is left out until the next start: ${because}`),
    ]);
    expect(started.lock.servers.has("bad")).toBe(false);
    const required = start({ ...toolbox, servers: [good, bad] });
    await expect(required).rejects.toMatchObject({ code });
  });

  it("is not reachable at any entrance if it is left out", async () => {
    await using kept = await openCountingServer({ tools: [reading("get-mail")] });
    await using left = await openCountingServer({ tools: [reading("get-one")] });
    const strict = "mode: strict, required: false";
    const config = `toolbox:\n  mcps:\n${entryOf("kept", kept.url, dynamic)}\n${entryOf("left", left.url, strict)}`;
    await using opened = await openTestGateway(config);
    await using folder = await openFolder({ "toolcourt.yaml": config });
    await using stack = new AsyncDisposableStack();
    const principal = { id: "ada", permissions: "all" } as const;
    const entrances = await openEntrances({ ...opened, principal, folder: folder.path }, stack);

    for (const name of entranceNames) {
      for (const tool of ["get-mail", "get-one", "left__get-one"]) {
        await entrances[name]("tools/call", { name: tool, arguments: fitting });
      }
    }
    await opened.gateway.registry.replace("left", [reading("get-one")]);

    expect(opened.gateway.registry.current().tools.has("get-one")).toBe(false);
    expect([kept.calls.length, left.calls.length]).toEqual([entranceNames.length, 0]);
  });
});

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

/** Opens a server that does not answer its first requests for a list of tools. */
function openLate(failures: number, capabilities: JsonObject): Promise<Listening> {
  let left = failures;
  const answer = answering({ ...seal, tools: [reading("get-one")] });
  return listen({
    "server/discover": answering({ ...seal, supportedVersions: ["2026-07-28"], capabilities }),
    "tools/list": (exchange) => {
      left -= 1;
      if (left >= 0) refuseWith(500)(exchange);
      else answer(exchange);
    },
    else: refuseWith(404),
  });
}

describe("an optional server whose first list fails", () => {
  it("joins with the next list, at once", async () => {
    await using late = await openLate(1, { tools: {} });
    const optionally = `${dynamic}, required: false`;
    const config = `toolbox:\n  mcps:\n${entryOf("late", late.url.href, optionally)}`;
    await using opened = await openTestGateway(config);
    const { registry } = opened.gateway;

    await vi.waitFor(() => expect(registry.current().tools.has("get-one")).toBe(true));
  });

  it("is not called ready as long as its tools are unknown", async () => {
    await using late = await openLate(Number.POSITIVE_INFINITY, { tools: {} });
    const optionally = `${dynamic}, required: false`;
    const config = `toolbox:\n  mcps:\n${entryOf("late", late.url.href, optionally)}`;
    await using opened = await openTestGateway(config);

    const [status] = await opened.gateway.describeServers();
    expect(status).toMatchObject({ name: "late", state: "unreachable" });
  });
});

describe("a server without tools", () => {
  it("is ready, though it does not know the method", async () => {
    await using docs = await listen({
      ...legacy,
      initialize: answering({
        protocolVersion: "2025-11-25",
        capabilities: { resources: {} },
        serverInfo: { name: "docs", version: "1.0.0" },
      }),
      "resources/list": answering({ resources: [{ uri: "a:1", name: "one" }] }),
      "tools/list": ({ id, response }) => {
        json(response, { jsonrpc: "2.0", id, error: { code: -32_601, message: "no" } });
      },
    });
    const config = `toolbox:\n  mcps:\n${entryOf("docs", docs.url.href, dynamic)}`;
    await using opened = await openTestGateway(config);

    const [status] = await opened.gateway.describeServers();
    expect(status).toMatchObject({ name: "docs", state: "ready", resources: 1 });
  });
});

const echo = fileURLToPath(new URL("./stdio-echo.ts", import.meta.url));

/** A program that ends at once until the file `ready` exists, and then notes its process. */
const script = `const { existsSync, appendFileSync } = require("node:fs");
if (!existsSync("ready")) process.exit(1);
appendFileSync("processes", process.pid + "\\n");
import(${JSON.stringify(echo)});
`;

// How a strict server with the tool `echo-text` breaks a rule of the start.
const breaches = [
  {
    what: "has an unconfigured tool",
    tools: [],
    because: "these tools are not configured: echo-text",
    next: "toolcourt explain-error tool-unconfigured",
  },
  {
    what: "has the tool of another server",
    tools: [{ name: "echo-text" }],
    because:
      "Tool 'echo-text' from MCP server 'left' has the same name as one from MCP server 'kept'. Set naming: qualified for 'left' in toolbox.mcps.",
    next: "toolcourt explain-error tool-collision",
  },
] as const;

/** Opens a gateway with an optional strict server, which runs as a program. */
async function openWithProgram(
  tools: (typeof breaches)[number]["tools"],
  files: Readonly<Record<string, string>>,
) {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await openFolder({ "server.cjs": script, ...files }));
  const kept = stack.use(await openCountingServer({ tools: [reading("echo-text")] }));
  const program = {
    name: "left",
    transport: "stdio",
    command: execPath,
    args: ["--conditions=@toolcourt/source", "server.cjs"],
    cwd: folder.path,
    mode: "strict",
    required: false,
    profile: ["registry"],
  };
  const http = { name: "kept", url: kept.url, transport: "streamable_http" };
  const mcps = [{ ...http, mode: "dynamic", default_tool_config: {} }, program];
  const toolbox = { collision: "error", tools, mcps };
  const { gateway, lines } = stack.use(await openTestGateway(JSON.stringify({ toolbox })));
  const owned = stack.move();
  const processes = (): readonly number[] =>
    readFileSync(join(folder.path, "processes"), "utf8").trim().split("\n").map(Number);
  return {
    gateway,
    lines,
    folder,
    processes,
    state: async () => {
      const found = await gateway.describeServers();
      return found.find(({ name }) => name === "left");
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function isAlive(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch {
    return false;
  }
}

describe("a strict server that is left out", () => {
  it.each(breaches)("has no process if it $what", async ({ tools, because, next }) => {
    await using opened = await openWithProgram(tools, { ready: "" });

    expect(await opened.state()).toMatchObject({ state: "left-out", because, next });
    expect(opened.processes().filter(isAlive)).toEqual([]);
  });

  it.each(breaches)("may join late, and has no process either if it $what", async (each) => {
    const { because, next } = each;
    await using opened = await openWithProgram(each.tools, {});
    expect(await opened.state()).toMatchObject({ state: "unreachable", required: false });

    await opened.folder.write("ready", "");

    const nothing = { tools: { admitted: 0, quarantined: 0 } };
    await expect.poll(opened.state).toMatchObject({ state: "left-out", because, next, ...nothing });
    await expect.poll(() => opened.processes().filter(isAlive)).toEqual([]);
    const errors = opened.lines.filter((line) => line.startsWith("ERROR: "));
    expect(errors).toEqual([
      `ERROR: MCP server 'left' is left out until the next start: ${because}`,
    ]);
    const { tools } = opened.gateway.registry.current();
    expect([...tools.values()].map(({ contract }) => contract.server)).toEqual(["kept"]);
  });
});

it("toolcourt servers shows what became of every server, and starts none that breaks a rule", async () => {
  await using kept = await openCountingServer({ tools: [reading("get-mail")] });
  await using left = await openCountingServer({ tools: [reading("get-one")] });
  const entries = [
    entryOf("kept", kept.url, dynamic),
    entryOf("left", left.url, "mode: strict, required: false"),
    entryOf("needed", left.url, "mode: strict"),
  ];
  const config = `toolbox:\n  mcps:\n${entries.join("\n")}\n`;
  await using folder = await openFolder({ "toolcourt.yaml": config });
  const why = "  these tools are not configured: get-one";
  const next = "  next: toolcourt explain-error tool-unconfigured";

  const { code, output } = await run(["servers"], { folder: folder.path });

  expect({ code, lines: output.split("\n") }).toEqual({
    code: 1,
    lines: [
      "kept    ready     dynamic  required  modern era, 1 tool admitted, 0 quarantined, 0 prompts, 0 resources, 0 templates",
      `left    left out  strict   optional  ${left.url}`,
      why,
      next,
      `needed  left out  strict   required  ${left.url}`,
      why,
      "  A gateway does not start: the server is required.",
      next,
    ],
  });
  expect(await folder.files()).toEqual(["toolcourt.yaml"]);
});

function keyOf(name: string): string {
  return `tck_${name}-0123456789-0123456789`;
}

it("a running gateway tells an operator which servers are left out, and others only how many", async () => {
  await using kept = await openCountingServer({ tools: [reading("get-mail")] });
  await using left = await openCountingServer({ tools: [reading("get-one")] });
  const keys = ["olga", "mallory"].map((name) => {
    const sha256 = createHash("sha256").update(keyOf(name)).digest("hex");
    return `{ name: ${name}, sha256: ${sha256} }`;
  });
  await using folder = await openFolder({
    "toolcourt.yaml": `stores: { url: "memory:" }
policy: { file: policy.yaml }
server: { auth: { resource: "https://tools.example.com/mcp", keys: [${keys.join(", ")}] } }
toolbox:
  mcps:
${entryOf("kept", kept.url, dynamic)}
${entryOf("left", left.url, "mode: strict, required: false")}
`,
    "policy.yaml": `version: 1
roles: { operator: ["servers:read"] }
subjects: [{ principals: ["key:olga"], roles: [operator] }]
statements: [{ id: all, effect: allow, principals: ["key:olga"], tools: ["*"] }]
...
`,
  });
  await using serving = await openServing(folder.path);
  const asked = async (path: string, name: string) => {
    const headers = { authorization: `Bearer ${keyOf(name)}` };
    const response = await fetch(new URL(path, serving.url), { headers });
    return { status: response.status, text: await response.text() };
  };

  const seen = await asked("/admin/v1/servers", "olga");

  expect(JSON.parse(seen.text)).toMatchObject({
    servers: [
      { name: "kept", state: "ready", tools: { admitted: 1, quarantined: 0 } },
      { name: "left", state: "left-out", next: "toolcourt explain-error tool-unconfigured" },
    ],
  });
  expect(await asked("/admin/v1/servers", "mallory")).toMatchObject({ status: 403 });
  expect(await asked("/readyz", "mallory")).toEqual({
    status: 200,
    text: "ready, without servers that are left out: 1. Next: toolcourt servers\n",
  });
});

const strict = { mode: "strict" } as const;
const strictServers = [
  { ...server("one", "get-a", "get-b"), ...strict },
  { ...server("two", "get-c"), ...strict },
];
const strictTexts = [text("get-a", "one"), text("get-b", "one"), text("get-c", "two")];

it("S4-20: all unconfigured tools are named at once, each with the whole text", async () => {
  await expect(start({ servers: strictServers })).rejects.toMatchObject({
    code: "tool-unconfigured",
    message: strictTexts.join("\n\n"),
  });
});

it("S4-12: unconfigured local tools are named at once, with those of strict servers", async () => {
  const local = [greetTool, { ...greetTool, name: "greet-dog" }];

  await expect(start({ local, servers: strictServers })).rejects.toMatchObject({
    code: "local-tool-unconfigured",
    message: [localText("greet-person"), localText("greet-dog"), ...strictTexts].join("\n\n"),
  });
});

function localText(tool: string): string {
  return `Local tool '${tool}' is not configured in the toolbox.

Missing Tool: ${tool}

Configured tools: []

To resolve:
1. Add the tool to toolbox.tools in your configuration, OR
2. Remove its module from toolbox.local`;
}

function text(tool: string, owner: string): string {
  return `Tool '${tool}' from MCP server '${owner}' is not configured in the toolbox.

MCP Server: ${owner}
Mode: strict
Missing Tool: ${tool}

Configured tools: []

To resolve:
1. Add the tool to toolbox.tools in your configuration, OR
2. Change the MCP server mode to 'dynamic' and provide default_tool_config`;
}
