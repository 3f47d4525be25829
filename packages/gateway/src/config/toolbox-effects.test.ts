import { createServer } from "node:net";
import { execPath } from "node:process";
import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import {
  contextMetaKey,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  type Tool,
  valueAt,
} from "@toolcourt/sdk";
import { goodResult, incomingCall, noAbort } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import {
  add,
  call as callOf,
  connectionsOf,
  open as openGuarded,
  refusalOf,
} from "@toolcourt/testing/guarded-server";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { greetTool } from "@toolcourt/testing/local-tool";
import { answering, type Handlers, listen, refuseWith } from "@toolcourt/testing/programs/odd-http";
import { run } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { runToolcourt } from "toolcourt/internal/cli/run";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Gateway, openGateway } from "../compose/open-gateway.ts";
import type { IncomingCall } from "../pipeline/call.ts";
import { uiExtension, viewType } from "../protocol/extensions.ts";
import { configSchema } from "./config.ts";
import { loadConfig } from "./load.ts";

// Tests every key of the file with an observable effect: a key that is read but ignored is worse
// than none.

const declaredExtensions = "/_meta/io.modelcontextprotocol~1clientCapabilities/extensions";
const localUser = { id: "local", permissions: "all", kind: "local" } as const;
const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

interface Script {
  readonly tools?: readonly JsonObject[];
  /** The answer to a call. Default: a good result. */
  readonly result?: JsonObject;
  readonly handlers?: Handlers;
}

/** Serves a modern server in this process. */
async function serve({ tools = [tool()], result = goodResult(), handlers = {} }: Script = {}) {
  const capabilities = { tools: {}, prompts: {}, resources: {} };
  const prompts = [{ name: "greet" }, { name: "other" }];
  const resources = [{ uri: "file:///a", name: "a" }];
  const server = await listen({
    "server/discover": answering({ ...seal, supportedVersions: ["2026-07-28"], capabilities }),
    "tools/list": answering({ ...seal, tools }),
    "prompts/list": answering({ ...seal, prompts }),
    "resources/list": answering({ ...seal, resources }),
    "resources/templates/list": answering({ ...seal, resourceTemplates: [] }),
    "tools/call": answering({ resultType: "complete", ...result }),
    else: refuseWith(404),
    ...handlers,
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

interface Opened {
  readonly gateway: Gateway;
  readonly lines: readonly string[];
}

async function open(
  toolbox: JsonObject,
  clock: Clock = createFakeClock(),
  local: readonly Tool[] = [],
): Promise<Opened> {
  const lines: string[] = [];
  const config = loadConfig(JSON.stringify({ toolbox }), {
    file: "t.yaml",
    environment: { GIVEN: "uvw" },
    secrets: () => ({ kind: "text", text: "GIVEN=abc" }),
  });
  const gateway = await openGateway(config, {
    clock,
    write: ({ level, sentence }) => void lines.push(`${level}: ${sentence}`),
    newId: () => "id-1",
    random: () => 0.5,
    searchPath: "",
    local,
    overlayOf: () => undefined,
    lock: undefined,
    saveLock: async () => undefined,
    frozen: false,
    indexTools: async () => () => () => [],
  });
  onTestFinished(() => gateway[Symbol.asyncDispose]());
  return { gateway, lines };
}

/** Configures a dynamic server named crm, with the keys under test. */
function crm(url: URL, keys: JsonObject = {}): JsonObject {
  const usual = { name: "crm", transport: "streamable_http", url: url.href, mode: "dynamic" };
  return { ...usual, default_tool_config: {}, ...keys };
}

/** Opens a gateway with one server. */
async function before(script: Script, keys: JsonObject = {}, toolbox: JsonObject = {}) {
  const { url } = await serve(script);
  const clock = createFakeClock();
  return { clock, ...(await open({ mcps: [crm(url, keys)], ...toolbox }, clock)) };
}

function call({ gateway }: Opened, differences: Partial<IncomingCall> = {}): Promise<unknown> {
  return gateway.callTool(incomingCall(differences), noAbort);
}

/** Returns `answered` or the refusal code. */
function outcomeOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => "answered",
    (error: unknown) =>
      typeof error === "object" && error !== null && "code" in error ? String(error.code) : "?",
  );
}

function listed({ gateway }: Opened): readonly (JsonValue | undefined)[] {
  return gateway.registry.current().listed.map(({ name }) => name);
}

/** Returns the names that callers see in the list. */
async function namesShown(keys: JsonObject): Promise<readonly (JsonValue | undefined)[]> {
  const { gateway } = await before({}, keys);
  return gateway.listed(localUser).map(({ name }) => name);
}

/** Creates a tool that never answers, and a promise for the first call to it. */
function hanging() {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const handlers: Handlers = { "tools/call": () => resolve() };
  return { reached, handlers };
}

/** Returns the outcome of a second call while the first one is still running. */
async function secondOfTwo(keys: JsonObject, toolbox: JsonObject): Promise<string> {
  const { reached, handlers } = hanging();
  const tools = [tool(), tool({ name: "get-other" })];
  const opened = await before({ tools, handlers }, keys, toolbox);
  call(opened).catch(() => undefined);
  await reached;
  const other = "max_concurrent" in toolbox ? { tool: "get-other" } : {};
  const second = outcomeOf(call(opened, other));
  await opened.clock.untilSleeping();
  await opened.clock.advance(5_000);
  return second;
}

async function deadlineOf(keys: JsonObject, toolbox: JsonObject): Promise<unknown> {
  const { reached, handlers } = hanging();
  const opened = await before({ handlers }, keys, toolbox);
  const answer = call(opened).catch((error: unknown) => error);
  await reached;
  await opened.clock.advance(4_000);
  return answer;
}

/** Returns the outcomes of a call with the clause enforced and with it off. */
async function withClause(clause: string, script: Script): Promise<readonly string[]> {
  const outcomes = ["enforce", "off"].map(async (mode) => {
    const opened = await before(script, { clauses: { [clause]: mode } });
    return outcomeOf(call(opened, clause === "input" ? { arguments: { city: 7 } } : {}));
  });
  return Promise.all(outcomes);
}

/** Returns the context that a server gets with a call. */
async function contextWith(keys: JsonObject): Promise<JsonValue | undefined> {
  const seen = Promise.withResolvers<JsonObject>();
  const answer = answering({ resultType: "complete", ...goodResult() });
  const handlers: Handlers = {
    "tools/call": (exchange) => {
      seen.resolve(exchange.params);
      answer(exchange);
    },
  };
  await call(await before({ handlers }, keys));
  const meta = own(await seen.promise, "_meta");
  return isJsonObject(meta) ? own(meta, contextMetaKey) : undefined;
}

const program = `
const answer = ({ id, method }) => {
  const tools = [${JSON.stringify(
    tool({
      name: "look",
      inputSchema: { type: "object", properties: {}, additionalProperties: false },
      outputSchema: {
        type: "object",
        properties: { said: { type: "string", description: "What there is to see" } },
        required: ["said"],
        additionalProperties: false,
      },
      _meta: {},
    }),
  )}];
  const said = JSON.stringify([process.argv.slice(1), process.env.GIVEN, process.cwd()]);
  const results = {
    initialize: {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "p", version: "1" },
    },
    "tools/list": { tools },
    "tools/call": { content: [], structuredContent: { said }, isError: false },
  };
  const outcome = results[method]
    ? { result: results[method] }
    : { error: { code: -32601, message: "?" } };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.id !== undefined) answer(message);
});`;

/** Returns the arguments, environment and working directory that a child sees. */
async function seenByChild(keys: JsonObject): Promise<string> {
  const child = { name: "p", transport: "stdio", command: execPath, mode: "dynamic" };
  const mcps = [{ ...child, default_tool_config: {}, args: ["-e", program], ...keys }];
  // A child process needs the real clock.
  const opened = await open({ mcps }, systemClock);
  return JSON.stringify(await call(opened, { tool: "look", arguments: {} }));
}

/** Returns the address that `toolcourt serve` reports. */
async function listensOn(server: JsonObject): Promise<URL> {
  const stop = new AbortController();
  await using folder = await openFolder({ "t.yaml": JSON.stringify({ toolbox: {}, server }) });
  const said: string[] = [];
  const out = (text: string): void => {
    said.push(text);
    stop.abort();
  };
  await runToolcourt(["serve", "-c", "t.yaml"], {
    terminal: { out, err: () => undefined, progress: () => undefined, columns: 80, color: false },
    signal: stop.signal,
    clock: systemClock,
    folder: folder.path,
    environment: {},
    newId: () => "id-1",
    random: () => 0.5,
    randomBytes: (count) => new Uint8Array(count),
    operator: "operator:grace",
    readInput: async function* () {
      yield Buffer.from("");
    },
    debug: false,
  });
  return new URL(said[0]?.split(" ").at(-1) ?? "");
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

const question = {
  resultType: "input_required",
  inputRequests: {
    a: {
      method: "elicitation/create",
      params: { message: "Where?", requestedSchema: { type: "object", properties: {} } },
    },
  },
};

/**
 * Returns the text that callers get for a text with a secret and an email address, one per set of
 * keys.
 */
async function textsWith(...somes: readonly JsonObject[]): Promise<readonly string[]> {
  const text = "password: hunter2! of jo@example.org";
  const result = { content: [{ type: "text", text }], isError: true };
  const texts: string[] = [];
  for (const keys of somes) texts.push(JSON.stringify(await call(await before({ result }, keys))));
  return texts;
}

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "toolbox.max_concurrent": async () => {
    expect(await secondOfTwo({}, { max_concurrent: 1 })).toBe("no-capacity");
  },
  "toolbox.profile": async () => {
    const { outputSchema: _, ...untyped } = tool();
    const opened = { tools: [untyped] };

    expect(await outcomeOf(call(await before(opened, {})))).toBe("answered");
    expect(await outcomeOf(call(await before(opened, {}, { profile: ["core"] })))).toBe(
      "tool-quarantined",
    );
  },
  "toolbox.local": async () => {
    const config = { toolbox: { local: ["workspace"], tools: names } };
    await using folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });

    expect(await run(["call", "hello"], { folder: folder.path })).toMatchObject({ code: 0 });
  },
  "toolbox.tools.name": async () => {
    const strict = { mode: "strict" };
    const opened = await before({}, strict, { tools: [{ name: "get-forecast" }] });

    expect(await outcomeOf(call(opened))).toBe("answered");
    await expect(before({}, strict)).rejects.toMatchObject({ code: "tool-unconfigured" });
  },
  "toolbox.tools.server": async () => {
    const tools = [{ name: "get-forecast", server: "crm", approval: "operator" }];
    const { url } = await serve();
    const qualified = { naming: "qualified" };
    const opened = await open({ tools, mcps: [crm(url), crm(url, { ...qualified, name: "web" })] });

    expect(await outcomeOf(call(opened))).toBe("approval-required");
    expect(await outcomeOf(call(opened, { tool: "web__get-forecast" }))).toBe("answered");
  },
  "toolbox.tools.max_instances": async () => {
    const tools = [{ name: "get-forecast", max_instances: 1 }];

    expect(await secondOfTwo({}, { tools })).toBe("no-capacity");
  },
  "toolbox.tools.timeout": async () => {
    const tools = [{ name: "get-forecast", timeout: "PT4S" }];

    expect(await deadlineOf({}, { tools })).toMatchObject({ details: { afterMs: 4_000 } });
  },
  "toolbox.tools.approval": async () => {
    const tools = [{ name: "get-forecast", approval: "caller" }];

    expect(await outcomeOf(call(await before({}, {}, { tools })))).toBe("approval-required");
  },
  "toolbox.mcps.name": async () => {
    expect(listed(await before({}, { name: "web", naming: "qualified" }))).toEqual([
      "web__get-forecast",
    ]);
  },
  "toolbox.mcps.transport": async () => {
    const server = await serve();
    const starting = open({ mcps: [crm(server.url, { transport: "sse" })] });

    await expect(starting).rejects.toMatchObject({ code: "server-unreachable" });
    expect(server.seen[0]?.method).toBe("GET");
  },
  "toolbox.mcps.url": async () => {
    const [one, other] = [await serve(), await serve()];
    await open({ mcps: [crm(other.url)] });

    expect([one.seen.length > 0, other.seen.length > 0]).toEqual([false, true]);
  },
  "toolbox.mcps.headers": async () => {
    const server = await serve();
    await open({ mcps: [crm(server.url, { headers: { "X-Team": "blue" } })] });

    expect(new Set(server.seen.map(({ headers }) => headers["x-team"]))).toEqual(new Set(["blue"]));
  },
  "toolbox.mcps.connection": async () => {
    const server = await serve();
    const opening = open({ mcps: [crm(server.url, { connection: "crm-login" })] });

    // Nothing is sent without the credential.
    await expect(opening).rejects.toMatchObject({
      details: { because: "there is no connection crm-login for this caller" },
    });
    expect(server.seen).toEqual([]);
  },
  "toolbox.mcps.exchange": async () => {
    const refusals = [];
    for (const more of [{}, { exchange: "corp" }]) {
      const server = await serve();
      const stored = await connectionsOf();
      const kind = { kind: "token", header: "authorization", prefix: "Bearer " } as const;
      await add(stored, server, { kind, secrets: { token: "lists-with-this" } });
      const keys = { connection: "caller", ...more };
      refusals.push(await refusalOf(callOf(await openGuarded(server, stored, keys))));
    }

    // Without it each caller signs in to the server. With it a connection exchanges their tokens.
    expect(refusals).toMatchObject([
      { details: { server: "crm", owner: "ada" } },
      { details: { connection: "corp" } },
    ]);
  },
  "toolbox.mcps.command": async () => {
    expect(await seenByChild({})).toContain("said");
    const command = "/nowhere/at-all";
    await expect(seenByChild({ command })).rejects.toMatchObject({ code: "server-unreachable" });
  },
  "toolbox.mcps.args": async () => {
    expect(await seenByChild({ args: ["-e", program, "one", "two"] })).toContain("one");
  },
  "toolbox.mcps.env": async () => {
    // Long values of an `env` are secrets and would be redacted.
    expect(await seenByChild({ env: { GIVEN: "xyz" } })).toContain("xyz");
  },
  "toolbox.mcps.env_file": async () => {
    expect(await seenByChild({ env_file: ".env" })).toContain("abc");
    expect(await seenByChild({ env_file: ".env", env: { GIVEN: "xyz" } })).toContain("xyz");
  },
  "toolbox.mcps.inherit_env": async () => {
    expect(await seenByChild({})).not.toContain("uvw");
    expect(await seenByChild({ inherit_env: ["GIVEN"] })).toContain("uvw");
    expect(await seenByChild({ inherit_env: ["GIVEN"], env_file: ".env" })).toContain("abc");
  },
  "toolbox.mcps.cwd": async () => {
    await using folder = await openFolder({ "a.txt": "" });

    expect(await seenByChild({ cwd: folder.path })).toContain(folder.path);
  },
  "toolbox.mcps.file_hashes": async () => {
    const file_hashes = { [execPath]: "0".repeat(64) };

    await expect(seenByChild({ file_hashes })).rejects.toThrow("not the one that was pinned");
  },
  "toolbox.mcps.mode": async () => {
    expect(listed(await before({}))).toEqual(["get-forecast"]);
    await expect(before({}, { mode: "strict" })).rejects.toMatchObject({
      code: "tool-unconfigured",
    });
  },
  "toolbox.mcps.default_tool_config.max_instances": async () => {
    expect(await secondOfTwo({ default_tool_config: { max_instances: 1 } }, {})).toBe(
      "no-capacity",
    );
  },
  "toolbox.mcps.default_tool_config.timeout": async () => {
    const keys = { default_tool_config: { timeout: "PT4S" } };

    expect(await deadlineOf(keys, {})).toMatchObject({ details: { afterMs: 4_000 } });
  },
  "toolbox.mcps.default_tool_config.approval": async () => {
    const keys = { approval: "none", default_tool_config: { approval: "operator" } };

    expect(await outcomeOf(call(await before({}, keys)))).toBe("approval-required");
  },
  "toolbox.mcps.approval": async () => {
    const asks = { approval: "caller" };
    const tools = [{ name: "get-forecast", approval: "none" }];

    expect(await outcomeOf(call(await before({}, asks)))).toBe("approval-required");
    expect(await outcomeOf(call(await before({}, asks, { tools })))).toBe("answered");
  },
  "toolbox.mcps.discovery": async () => {
    expect(await namesShown({})).toEqual(["get-forecast"]);
    expect(await namesShown({ discovery: "search" })).toEqual(["search_tools", "call_tool"]);
  },
  "toolbox.mcps.prompts": async () => {
    const { gateway } = await before({}, { prompts: ["greet"] });

    expect(await gateway.relaysFor(localUser).listPrompts(noAbort)).toMatchObject([
      { name: "greet" },
    ]);
  },
  "toolbox.mcps.profile": async () => {
    const tools = [tool({ name: "get_forecast" })];
    const named = { tool: "get_forecast" };

    expect(await outcomeOf(call(await before({ tools }), named))).toBe("answered");
    const strict = await before({ tools }, { profile: ["agent-hints"] });
    expect(await outcomeOf(call(strict, named))).toBe("tool-quarantined");
  },
  "toolbox.mcps.clauses.input": async () => {
    expect(await withClause("input", {})).toEqual(["input-invalid", "answered"]);
  },
  "toolbox.mcps.clauses.output": async () => {
    const result = { content: [], structuredContent: { celsius: "warm" }, isError: false };

    expect(await withClause("output", { result })).toEqual(["output-invalid", "answered"]);
  },
  "toolbox.mcps.clauses.output-missing": async () => {
    const result = { content: [], isError: false };

    expect(await withClause("output-missing", { result })).toEqual(["output-invalid", "answered"]);
  },
  "toolbox.mcps.clauses.is-error-flag": async () => {
    const result = { content: [], structuredContent: { celsius: 21 } };

    expect(await withClause("is-error-flag", { result })).toEqual(["output-invalid", "answered"]);
  },
  "toolbox.mcps.clauses.text-agrees": async () => {
    const result = goodResult({ content: [{ type: "text", text: '{"celsius":22}' }] });

    expect(await withClause("text-agrees", { result })).toEqual(["output-invalid", "answered"]);
  },
  "toolbox.mcps.clauses.output-undeclared": async () => {
    const result = goodResult({ structuredContent: { celsius: 21, note: "x" }, content: [] });
    const outputSchema = { type: "object", properties: { celsius: { type: "number" } } };
    const said = { result, tools: [tool({ outputSchema })] };

    expect(await withClause("output-undeclared", said)).toEqual(["output-invalid", "answered"]);
  },
  "toolbox.mcps.clauses.error-described": async () => {
    const result = { content: [{ type: "text", text: "No such city" }], isError: true };
    const shown = async (mode: string): Promise<unknown> => {
      const opened = await before({ result }, { clauses: { "error-described": mode } });
      return call(opened);
    };

    expect(await shown("enforce")).toHaveProperty(["meta", "dev.toolcourt/refusal"]);
    expect(await shown("observe")).not.toHaveProperty(["meta", "dev.toolcourt/refusal"]);
  },
  "toolbox.mcps.clauses.size": async () => {
    const result = goodResult({ content: [{ type: "text", text: "x".repeat(1_100_000) }] });

    expect(await withClause("size", { result })).toEqual(["output-invalid", "answered"]);
  },
  "toolbox.mcps.clauses.annotations": async () => {
    const terms = { "dev.toolcourt/contract": { category: "mutation", approval: "none" } };
    const tools = [tool({ annotations: { readOnlyHint: true }, _meta: terms })];

    expect(await withClause("annotations", { tools })).toEqual(["tool-quarantined", "answered"]);
  },
  "toolbox.mcps.hints": async () => {
    const enveloped = await before({}, { hints: "envelope" });

    expect(JSON.stringify(await call(await before({})))).not.toContain('"meta"');
    expect(await call(await before({}, { hints: "meta" }))).toHaveProperty("meta");
    expect(await call(enveloped)).toMatchObject({ structuredContent: { data: { celsius: 21 } } });
    expect(enveloped.gateway.registry.current().listed[0]).toMatchObject({
      outputSchema: { required: ["data", "agentHints", "metadata"] },
    });
  },
  "toolbox.mcps.allowed_requests": async () => {
    const channel = { capabilities: { elicitation: {} } };
    const asked = call(await before({ result: question }), { channel });
    const refused = call(await before({ result: question }, { allowed_requests: [] }), { channel });

    expect(await asked).toHaveProperty("asks");
    expect(await outcomeOf(refused)).toBe("interaction-required");
  },
  "toolbox.mcps.extensions": async () => {
    const said: JsonValue[] = [];
    const capabilities = { tools: {}, extensions: { [uiExtension]: {} } };
    const handlers: Handlers = {
      "server/discover": answering({ ...seal, supportedVersions: ["2026-07-28"], capabilities }),
      "tools/list": (exchange) => {
        said.push(valueAt(exchange.params, declaredExtensions) ?? null);
        answering({ ...seal, tools: [tool()] })(exchange);
      },
    };
    await before({ handlers });
    await before({ handlers }, { extensions: [uiExtension] });

    expect(said).toEqual([null, { [uiExtension]: { mimeTypes: [viewType] } }]);
  },
  "toolbox.mcps.max_tools": async () => {
    const tools = Array.from({ length: 501 }, (_, at) => tool({ name: `tool_${at}` }));
    const opened = await before({ tools }, { max_tools: 501 });

    expect(opened.gateway.registry.current().tools.size).toBe(501);
    await expect(before({ tools })).rejects.toThrow("at most 500 tools on 64 pages are read");
  },
  "toolbox.mcps.resources": async () => {
    const [all, none] = [await before({}), await before({}, { resources: "none" })];

    expect(await all.gateway.relaysFor(localUser).listResources(noAbort)).toHaveLength(1);
    expect(await none.gateway.relaysFor(localUser).listResources(noAbort)).toEqual([]);
  },
  "toolbox.mcps.quote_errors": async () => {
    const handlers: Handlers = {
      "tools/call": ({ id, response }) => {
        const error = { code: -32_000, message: "The quota is used up." };
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
      },
    };
    const refusedWith = async (keys: JsonObject): Promise<unknown> =>
      call(await before({ handlers }, keys)).catch((error: unknown) => error);
    const text = "The quota is used up.";

    expect(await refusedWith({})).toMatchObject({ details: { wrote: { source: "error", text } } });
    expect(JSON.stringify(await refusedWith({ quote_errors: false }))).not.toContain(text);
    await expect(before({}, { mode: "strict", quote_errors: true })).rejects.toThrow(
      "A strict server passes only approved text",
    );
  },
  "toolbox.mcps.pass_context": async () => {
    expect(await contextWith({ pass_context: true, context_key: "k".repeat(32) })).toMatchObject({
      context: { userId: incomingCall().principal.id },
    });
    expect(await contextWith({})).toBeUndefined();
    await expect(contextWith({ pass_context: true })).rejects.toThrow("give a `context_key`");
  },
  "toolbox.mcps.context_key": async () => {
    const [one, two] = ["a", "b"].map((each) => each.repeat(32));
    const signatures = [one, one, two].map(async (context_key = "") => {
      const sealed = await contextWith({ pass_context: true, context_key });
      return isJsonObject(sealed) ? own(sealed, "signature") : undefined;
    });
    const [first, same, other] = await Promise.all(signatures);

    expect(first).toMatch(/^[\w-]{43}$/);
    expect(same).toBe(first);
    expect(other).not.toBe(first);
    await expect(contextWith({ pass_context: true, context_key: "short" })).rejects.toThrow(
      "at least 32 characters",
    );
  },
  "toolbox.mcps.required": async () => {
    const nowhere = new URL("http://127.0.0.1:1/mcp");
    const { lines } = await open({ mcps: [crm(nowhere, { required: false })] });

    expect(lines.filter((line) => line.startsWith("warning: MCP server 'crm'"))).toHaveLength(1);
    await expect(open({ mcps: [crm(nowhere)] })).rejects.toMatchObject({
      code: "server-unreachable",
    });
  },
  "toolbox.mcps.redaction.secrets": async () => {
    const [hidden, shown] = await textsWith({}, { redaction: { secrets: "off" } });

    expect(hidden).toContain("password: *** ");
    expect(shown).toContain("password: hunter2! ");
  },
  "toolbox.mcps.redaction.pii": async () => {
    const [shown, hidden] = await textsWith({}, { redaction: { pii: ["email"] } });

    expect(shown).toContain("jo@example.org");
    expect(hidden).not.toContain("jo@example.org");
  },
  "toolbox.mcps.naming": async () => {
    expect(listed(await before({}, { naming: "qualified" }))).toEqual(["crm__get-forecast"]);
  },
  "toolbox.mcps.tool_allowlist": async () => {
    expect(listed(await before({}, { tool_allowlist: [] }))).toEqual([]);
  },
  "toolbox.mcps.tool_denylist": async () => {
    expect(listed(await before({}, { tool_denylist: ["get-forecast"] }))).toEqual([]);
  },
  "toolbox.mcps.allow_shadow_local": async () => {
    const { url } = await serve({ tools: [tool({ name: "greet-person" })] });
    const ownerWith = async (keys: JsonObject) => {
      const tools = [{ name: "greet-person" }];
      const opened = await open({ tools, mcps: [crm(url, keys)] }, undefined, [greetTool]);
      return opened.gateway.registry.current().tools.get("greet-person")?.home.kind;
    };

    expect(await ownerWith({})).toBe("local");
    expect(await ownerWith({ allow_shadow_local: true })).toBe("server");
  },
  "toolbox.collision": async () => {
    const { url } = await serve();
    const mcps = [crm(url), crm(url, { name: "web" })];

    expect(listed(await open({ mcps }))).toEqual(["crm__get-forecast", "web__get-forecast"]);
    expect(listed(await open({ mcps, collision: "last-wins" }))).toEqual(["get-forecast"]);
  },
  "server.host": async () => {
    expect((await listensOn({ host: "127.0.0.2", port: 0 })).hostname).toBe("127.0.0.2");
  },
  "server.port": async () => {
    const port = await freePort();

    expect((await listensOn({ port })).port).toBe(String(port));
  },
};

const names = ["hello", "read_repo_file", "write_memory_entry"].map((name) => ({ name }));

// Each opens one or two gateways with real servers, which is slow while other tests load the
// machine.
describe("a key of the configuration", { timeout: 20_000 }, () => {
  it("has a row below", () => {
    // The other keys are covered in authority-, http- and sandbox-effects.test.ts.
    const others = ["toolbox.http.", "toolbox.mcps.sandbox."];
    const toolbox = [...keyPaths(childOf(configSchema, "toolbox"), "toolbox")].filter(
      (path) => !others.some((other) => path.startsWith(other)),
    );
    const paths = [...toolbox, "server.host", "server.port"];

    expect(Object.keys(effects).toSorted()).toEqual(paths.toSorted());
  });

  it.each(Object.entries(effects))("has an effect on a running gateway: %s", async (_, observe) => {
    expect.hasAssertions();

    await observe();
  });
});
