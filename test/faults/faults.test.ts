import type { ServerResponse } from "node:http";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { isJsonObject, own } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { isRefusal } from "../../packages/contracts/src/errors/refusal.ts";
import { type Clock, systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { createTextWriter } from "../../packages/gateway/src/telemetry/writers.ts";
import { createCertificate } from "../../packages/testing/src/certificate.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import {
  type Handlers,
  json,
  legacy,
  listen,
} from "../../packages/testing/src/programs/odd-http.ts";
import { openTarget } from "../../packages/testing/src/target.ts";
import { type Ran, run } from "../../packages/testing/src/terminal.ts";
import { openTestGateway } from "../gate/open-test-gateway.ts";

const program = fileURLToPath(
  new URL("../../packages/testing/src/programs/faulty-server.ts", import.meta.url),
);
const secret = "hunter2-of-the-server";
const help = "toolcourt explain-error server-unreachable";
const patience = { timeout: 60_000 };

function stdio(fault: string, script = program): string {
  return `transport: stdio, command: ${JSON.stringify(execPath)}, args: [${JSON.stringify(script)}, "${fault}"], env: { API_KEY: ${secret} }`;
}

interface Settings {
  readonly mode?: "strict" | "dynamic";
  readonly required?: boolean;
}

function configOf(server: string, { mode = "dynamic", required = true }: Settings = {}): string {
  const tools = mode === "strict" ? "  tools: [{ name: get-weather }]\n" : "";
  const defaults = mode === "dynamic" ? ", default_tool_config: {}" : ", profile: [registry]";
  return `toolbox:\n${tools}  mcps:\n    - { name: faulty, mode: ${mode}${defaults}, required: ${required}, ${server} }\n`;
}

async function runWith(args: readonly string[], config: string, clock?: Clock): Promise<Ran> {
  await using folder = await openFolder({ "toolcourt.yaml": config });
  return await run(args, { folder: folder.path, ...(clock && { clock }) });
}

/** Sleeps a twentieth of the time, so that a test need not wait for a server that hangs. */
const hasty: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms / 20, signal),
};

function answerWith(
  status: number,
  headers: Readonly<Record<string, string>>,
  body = "",
): (request: unknown, response: ServerResponse) => void {
  return (_request, response) => void response.writeHead(status, headers).end(body);
}

const metadata =
  'Bearer resource_metadata="http://127.0.0.1:1/.well-known/oauth-protected-resource"';
const html = "<!doctype html><title>Welcome</title>";

interface Fault {
  readonly what: string;
  /** Opens the faulty server and returns its settings. */
  readonly open: (stack: AsyncDisposableStack) => Promise<string>;
  /** The cause in our own words. */
  readonly because: string;
  /** The server's own words, in part. Default: it has none. */
  readonly wrote?: string;
  /** Default: the page about servers that cannot be reached. */
  readonly next?: string;
  readonly clock?: Clock;
}

function child(fault: string, script?: string): Fault["open"] {
  return async () => stdio(fault, script);
}

function http(...[answer, certificate]: Parameters<typeof openTarget>): Fault["open"] {
  return async (stack) => {
    const { port } = stack.use(await openTarget(answer, certificate));
    const scheme = certificate === undefined ? "http" : "https";
    return `transport: streamable_http, url: "${scheme}://127.0.0.1:${port}/mcp"`;
  };
}

const exited = "the command ended before it answered (EXITED)";
const login = "toolcourt connections login faulty";

const atStart: readonly Fault[] = [
  { what: "dies at once", open: child("dies"), because: exited },
  {
    what: "gives its reason only on its standard error",
    open: child("throws"),
    because: exited,
    wrote: "TypeError: no database at db.internal",
  },
  {
    what: "is a script that does not exist",
    open: child("", `${program}.missing`),
    because: exited,
    wrote: "Cannot find module",
  },
  {
    what: "answers initialize with an error",
    open: child("error:initialize"),
    because: "it answered with the error -32050",
    wrote: "no database at db.internal",
  },
  {
    what: "answers the list of tools with an error",
    open: child("error:tools/list"),
    because: "it answered with the error -32050",
    wrote: "no database at db.internal",
  },
  {
    what: "dies while it lists its tools",
    open: child("dies:tools/list"),
    because: exited,
    wrote: "fatal: no database at db.internal",
  },
  {
    what: "is a command that does not exist",
    open: async () => "transport: stdio, command: no-such-command-here",
    because: "there is no such command (ENOENT)",
  },
  {
    what: "hangs",
    open: child("hangs"),
    because: "there was no answer in time (ETIMEDOUT)",
    clock: hasty,
  },
  {
    what: "prints its usage on its standard output and ends",
    open: child("garbage"),
    because: exited,
    wrote: "Usage: faulty-server <file>",
  },
  {
    what: "prints garbage without end",
    open: child("flood"),
    because: "it sent something that is not an MCP message, or too much at once",
    wrote: "not a message",
  },
  {
    what: "asks for a login and names its metadata",
    open: http(answerWith(401, { "www-authenticate": metadata })),
    because: "it asks for a login, it answered with the HTTP status 401",
    next: login,
  },
  {
    what: "asks for a login without metadata",
    open: http(answerWith(401, { "content-type": "application/json" }, '{"message":"no token"}')),
    because: "it asks for a login, it answered with the HTTP status 401",
    wrote: "no token",
    next: login,
  },
  {
    what: "is not at this path",
    open: http(answerWith(404, { "content-type": "text/html" }, html)),
    because: "it answered with the HTTP status 404",
  },
  {
    what: "is a page for browsers",
    open: http(answerWith(200, { "content-type": "text/html" }, html)),
    because: "it did not answer as an MCP server should",
  },
  {
    what: "has a certificate that is not trusted",
    open: http(answerWith(200, {}), createCertificate("127.0.0.1")),
    because: "the certificate of the host is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)",
  },
];

/** The events of a log that tell of trouble. One may have several lines. */
function troubles(log: string): readonly string[] {
  return log.split(/^(?=[A-Z]+: )/m).filter((event) => /^(?:WARNING|ERROR): /.test(event));
}

/** Returns what a text quotes as the server's words. Empty if nothing. */
function wordsIn(text: string): string {
  return /(?:and|the server) wrote[^:]*: "(.*)"/.exec(text)?.[1] ?? "";
}

function expectClean(text: string): void {
  expect(text).not.toContain(secret);
  expect(text).not.toMatch(/\n\s+at |\\n\s+at /);
}

describe.each(atStart)("a server that $what", ({ open, because, wrote, next = help, clock }) => {
  it("is named in one event of a start that fails", patience, async () => {
    await using stack = new AsyncDisposableStack();
    const { code, errors } = await runWith(
      ["serve", "--port", "0"],
      configOf(await open(stack)),
      clock,
    );

    expect({ code, errors }).toMatchObject({ code: 2 });
    expect(troubles(errors)).toHaveLength(1);
    const [event = ""] = troubles(errors);
    expect(event).toContain("MCP server 'faulty'");
    expect(event).toContain(`Error: ${because}`);
    expect(event).toContain(`next: ${next}`);
    expect(wordsIn(event)).toMatch(wrote === undefined ? /^$/ : new RegExp(wrote));
    expectClean(errors);
  });

  it("is shown by toolcourt servers with the same cause", patience, async () => {
    await using stack = new AsyncDisposableStack();
    const ran = await runWith(["servers"], configOf(await open(stack)), clock);
    const { output } = ran;

    expect(ran).toMatchObject({ code: 1, errors: "" });
    expect(output).toContain(`  ${because}\n`);
    expect(output).toContain(`next: ${next}`);
    expect(wordsIn(output)).toMatch(wrote === undefined ? /^$/ : new RegExp(wrote));
    expectClean(output);
  });
});

interface CallFault extends Omit<Fault, "clock"> {
  /** The line of the log that has the server's words. */
  readonly line: RegExp;
}

function withCall(answer: Handlers[string]): Fault["open"] {
  return async (stack) => {
    const tools = [{ name: "get-weather", inputSchema: { type: "object" } }];
    const { url } = stack.use(
      await listen({
        ...legacy,
        "tools/list": ({ id, response }) =>
          json(response, { jsonrpc: "2.0", id, result: { tools } }),
        "get-weather": answer,
      }),
    );
    return `transport: streamable_http, url: "${url.href}"`;
  };
}

const onCall: readonly CallFault[] = [
  {
    what: "dies on a call",
    open: child("dies:tools/call"),
    line: /^WARNING: The process of MCP server 'faulty' ended and wrote last: ".*"\. Next: toolcourt servers$/m,
    because: "lost",
    wrote: "fatal: no database at db.internal",
  },
  {
    what: "answers a call with an error",
    open: child("error:tools/call"),
    line: /^WARNING: MCP server 'faulty' failed a call of 'get-weather': it answered with the error -32050 and wrote: ".*"\. Next: toolcourt explain-error upstream-failed /m,
    because: "rpc",
    wrote: "no database at db.internal",
  },
  {
    what: "asks for a login on a call",
    open: withCall(({ response }) => json(response, { message: "the token is too old" }, 401)),
    line: /^WARNING: MCP server 'faulty' failed a call of 'get-weather': it asks for a login, it answered with the HTTP status 401 and wrote: ".*"\. Next: toolcourt connections login faulty /m,
    because: "http",
    wrote: "the token is too old",
  },
];

const weatherCall = {
  callId: "call",
  principal: { id: "ada", permissions: "all" },
  correlationId: "0b8f3c52-9d1e-4a86-b7ce-2f6d1c0e5a41",
  traceId: "6a1d0e9c-3f2b-4c58-8e77-91b0a4d2c3f6",
  agent: { name: "tester", version: "1.0.0" },
  tool: "get-weather",
  arguments: {},
} as const;

const upstreamErrorKey = "dev.toolcourt/upstream-error";

describe.each(onCall)("a server that $what", ({ open, line, because, wrote = "" }) => {
  it(
    "is named in one line that quotes it, and quoted to the caller as data",
    patience,
    async () => {
      await using stack = new AsyncDisposableStack();
      const config = configOf(await open(stack));
      const { code, output, errors } = await runWith(["call", "get-weather"], config);

      expect({ code, errors }).toMatchObject({ code: 1 });
      const quoting = troubles(errors).filter((event) => event.includes(wrote));
      expect(quoting).toHaveLength(1);
      expect(quoting[0]).toMatch(line);
      const result: unknown = JSON.parse(output);
      expect(result).toMatchObject({
        content: [{ type: "text" }, { type: "text" }],
        isError: true,
        _meta: {
          "dev.toolcourt/refusal": {
            evidence: { fault: { kind: because } },
            next: "toolcourt explain get-weather",
          },
        },
      });
      const quotation = /^What the server .*:\n".*"$/;
      expect(result).toHaveProperty("content.1.text", expect.stringMatching(quotation));
      const told = ["_meta", upstreamErrorKey, "text"];
      expect(result).toHaveProperty(told, expect.stringContaining(wrote));
      expectClean(errors);
      expectClean(output);
    },
  );

  it("is not quoted to the caller of a strict server", patience, async () => {
    await using stack = new AsyncDisposableStack();
    const config = configOf(await open(stack), { mode: "strict" });
    const { code, output } = await runWith(["call", "get-weather"], config);

    const result: unknown = JSON.parse(output);
    expect(code).toBe(1);
    expect(result).toMatchObject({ content: [{ type: "text" }], isError: true });
    expect(isJsonObject(result) && own(result, "content")).toHaveLength(1);
    expect(output).not.toContain(upstreamErrorKey);
    expect(output).not.toContain(wrote);
  });
});

function hanging(name: string): string {
  return `    - { name: ${name}, mode: dynamic, default_tool_config: {}, ${stdio("hangs")} }`;
}

describe.each([
  ["servers", /there was no answer in time/g],
  ["tools", /its tools are not known/g],
])("toolcourt %s", (command, away) => {
  it("answers within its bound, however many servers hang", patience, async () => {
    const config = `toolbox:\n  mcps:\n${["one", "two", "three"].map(hanging).join("\n")}\n`;
    const waits: number[] = [];
    const clock: Clock = {
      ...hasty,
      sleep: (ms, signal) => {
        waits.push(ms);
        return hasty.sleep(ms, signal);
      },
    };
    const { code, output } = await runWith([command], config, clock);

    expect(code).toBe(1);
    expect(output.match(away)).toHaveLength(3);
    // All wait side by side, and none waits as long as a start would.
    expect(waits.filter((ms) => ms === 12_000)).toHaveLength(3);
    expect(waits).not.toContain(75_000);
  });
});

function codeOf(error: unknown): unknown {
  return isRefusal(error) ? error.code : error;
}

describe("a running gateway", () => {
  it("shows the last error of a server, and counts its restarts", patience, async () => {
    const config = configOf(stdio("dies:tools/call"));
    await using started = await openTestGateway(config);
    const { gateway } = started;
    const refused = gateway.callTool(weatherCall, new AbortController().signal);
    await expect(refused).rejects.toMatchObject({ code: "outcome-unknown" });
    await expect.poll(() => gateway.servers()[0]?.isConnected, { timeout: 30_000 }).toBe(true);
    const [faulty] = await gateway.describeServers();

    expect(faulty).toMatchObject({
      state: "ready",
      era: "legacy",
      restarts: 1,
      lastError: { wrote: { source: "stderr" } },
    });
    expect(faulty?.lastError?.because).toMatch(/^(?:its process|the command) ended /);
    expect(faulty?.lastError?.wrote?.text).toContain("fatal: no database");
    expect(JSON.stringify(faulty)).not.toContain(secret);
    expect(started.lines).toContain("INFO: MCP server 'faulty' is connected again (restarts: 1)");
  });

  it("logs why a call failed, and the command that shows the same", patience, async () => {
    const away = new AsyncDisposableStack();
    const config = configOf(await withCall(() => undefined)(away));
    await using started = await openTestGateway(config);
    await away.disposeAsync();
    const outcome = (): Promise<unknown> =>
      started.gateway.callTool(weatherCall, new AbortController().signal).catch(codeOf);
    // The first call may still find the old connection, and lose it.
    await expect.poll(outcome).toBe("upstream-failed");
    const because = "the connection was refused (ECONNREFUSED)";
    const shown = await runWith(["servers"], config);

    expect(started.lines.filter((line) => line.includes("failed a call")).at(-1)).toContain(
      `'get-weather': ${because}. Next: toolcourt servers (trace `,
    );
    expect(shown.output).toContain(`  ${because}\n`);
  });

  it("logs one line about the tools of a server, and details apart", patience, async () => {
    const config = configOf(stdio("none"));
    const printed: string[] = [];
    const write = createTextWriter({ print: (line) => void printed.push(line), minLevel: "info" });
    await using started = await openTestGateway(config, { write });

    expect(started.gateway.registry.current().tools.size).toBe(1);
    expect(printed).toEqual([
      "INFO: There was no lock, so the current contracts are trusted (tools: 1, servers: 1)",
      "INFO: faulty: 1 tool, 1 callable, 1 without an output contract: toolcourt adopt faulty writes them",
    ]);
  });
});
