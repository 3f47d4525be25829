import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { env, stderr } from "node:process";
import {
  localhostHostValidation,
  localhostOriginValidation,
  type NodeIncomingMessageLike,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { refuseBroken } from "../registry/tool-refused.ts";
import { createToolRegistry } from "../registry/tool-registry.ts";
import type { ProfileName } from "../rules/rule.ts";
import {
  type ContextFault,
  ContextReader,
  contextKeyVariable,
  minContextKeyLength,
} from "../tool/passed-context.ts";
import { type Surroundings, systemClock } from "../tool/surroundings.ts";
import type { Tool } from "../tool/tool.ts";
import { type CallLines, logCalls } from "./log-calls.ts";
import { logFailures } from "./log-failures.ts";
import { createMcpServer } from "./mcp-server.ts";

export interface ServeOptions {
  /** The service's own name and version, sent to clients and written into every result. */
  readonly name: string;
  readonly version: string;
  /** Loopback port for HTTP. 0 picks a free one. Default: stdio. */
  readonly port?: number;
  /** Permissions of this server's caller. Tools that need more refuse. Default: none. */
  readonly permissions?: readonly string[];
  /** Identity of a caller whose gateway passes no context. Default: the system itself. */
  readonly userId?: string;
  /**
   * Key shared with the gateway (`context_key` there), of at least 32 characters. It proves the
   * user, agent, session and ids that the gateway passes. Default: the key that the gateway gave
   * to this process over stdio; none over HTTP, and what callers say about users is ignored.
   */
  readonly gatewayKey?: string;
  /** Profiles whose rules every tool must keep. Default: `agent-hints`. */
  readonly profiles?: readonly ProfileName[];
  /** Receives every event of a call, for logs and metrics. Default: no observer. */
  readonly observe?: Surroundings["observe"];
  /**
   * Receives a line of JSON for every error that callers must not see, with its stack. Default:
   * standard error.
   */
  readonly logFailure?: (line: string) => void;
  /**
   * The form of the line that every call leaves on standard error, with ids, outcome and duration.
   * Default: `json`.
   */
  readonly logCalls?: CallLines;
}

export interface Served extends AsyncDisposable {
  /** The address that clients connect to. Undefined over stdio. */
  readonly url?: URL;
}

/**
 * Serves tools as a plain MCP server without a gateway, over stdio or over Streamable HTTP on
 * loopback. Supports clients of both protocol eras. Checks input, output and permissions. Rate
 * limits and caching need a gateway. Refuses to serve a tool that needs approval, and one that
 * breaks a rule of the profiles: the error is a `ToolRefused` with the findings.
 *
 * @example
 * ```ts
 * declare const getCard: Tool;
 * await using server = await serve([getCard], {
 *   name: "cards",
 *   version: "1.0.0",
 *   port: 7421,
 *   permissions: ["cards:read"],
 * });
 * ```
 */
export async function serve(tools: readonly Tool[], options: ServeOptions): Promise<Served> {
  const { name, version, permissions = [], userId = null } = options;
  const { now } = systemClock;
  const { observe: notify = () => undefined, logCalls: form = "json" } = options;
  const { logFailure = writeError } = options;
  const logged = logCalls(notify, { form, write: writeError, now });
  const observe = logFailures(logged, { write: logFailure, now });
  const surroundings: Surroundings = { clock: systemClock, service: { name, version }, observe };
  const contexts = new ContextReader({
    key: keyIn(options),
    clock: systemClock,
    ignored: (fault) => writeError(ignoredLine(fault, now())),
  });
  const caller = { permissions, userId, contexts, newId: () => randomUUID(), now };
  const offer = { tools: byName(tools), caller, surroundings };
  registerAll(tools, options.profiles);

  if (options.port !== undefined) return listen(() => createMcpServer(offer), options.port);
  const handle = serveStdio(() => createMcpServer(offer));
  return { [Symbol.asyncDispose]: () => handle.close() };
}

/** Returns the key that proves contexts. Only a parent process can set a variable of ours. */
function keyIn({ gatewayKey, port }: ServeOptions): string | undefined {
  const key = gatewayKey ?? (port === undefined ? env[contextKeyVariable] : undefined);
  if (key !== undefined && key.length < minContextKeyLength) {
    throw new TypeError(`Give a gatewayKey of at least ${minContextKeyLength} characters.`);
  }
  return key;
}

function ignoredLine(because: ContextFault, now: number): string {
  const time = new Date(now).toISOString();
  return JSON.stringify({ time, level: "warning", event: "context.ignored", because });
}

const maxUnread = 1_048_576;

/** Drops the line if the process that started this one does not read: it must not fill memory. */
function writeError(line: string): void {
  if (stderr.writableLength < maxUnread) stderr.write(`${line}\n`);
}

/** Throws for the first tool that breaks a rule, also one about the tools beside it. */
function registerAll(tools: readonly Tool[], profiles: ServeOptions["profiles"]): void {
  const given = profiles ?? ["agent-hints"];
  const registry = createToolRegistry({ profiles: given });
  for (const tool of tools) registry.register(tool);
  // The permissions of a step are known only once its tool is registered.
  for (const tool of tools) refuseBroken(tool, given, registry.validate(tool));
}

function byName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const named = new Map(tools.map((tool) => [tool.contract.name, tool]));
  if (named.size < tools.length) {
    throw new TypeError("Two tools have the same name; a client could not tell them apart.");
  }
  for (const { name, contract } of tools) {
    if ((contract.terms.approval ?? "none") !== "none") {
      throw new TypeError(`${name} wants a person's approval, which only a gateway can ask for.`);
    }
  }
  return named;
}

interface Listening extends AsyncDisposable {
  readonly url: URL;
}

const path = "/mcp";

/**
 * Serves Streamable HTTP, both eras, on loopback only. This server has no authentication, so every
 * process that reaches it may call. The `Host` and `Origin` checks keep web pages out.
 */
async function listen(factory: McpServerFactory, port: number): Promise<Listening> {
  const handler = createMcpHandler(factory);
  const answer = toNodeHandler(handler);
  const fromHere = localhostHostValidation();
  const fromNoPage = localhostOriginValidation();

  const server = createServer((request, response) => {
    if (!fromHere(request, response) || !fromNoPage(request, response)) return;
    if (request.url !== path) {
      response.writeHead(404).end();
      return;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is Node's own request; only `url?: string` is typed less exactly there
    void answer(request as NodeIncomingMessageLike, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });

  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: new URL(`http://127.0.0.1:${bound}${path}`),
    [Symbol.asyncDispose]: async () => {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
