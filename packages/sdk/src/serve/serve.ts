import { randomUUID } from "node:crypto";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { systemClock } from "../tool/clock.ts";
import type { Surroundings } from "../tool/surroundings.ts";
import type { Tool } from "../tool/tool.ts";
import { listen } from "./http.ts";
import { createMcpServer } from "./mcp-server.ts";

export interface ServeOptions {
  /** The service's own name and version, told to clients and written into every result. */
  readonly name: string;
  readonly version: string;
  /** Listen on this port of loopback instead of talking over stdin and stdout. 0 picks a free one. */
  readonly port?: number;
  /** What the caller of this server may do. Tools that need more refuse. */
  readonly permissions?: readonly string[];
  /** Who the caller is; absent means the system itself. */
  readonly userId?: string;
  /** Told of everything that happens to a call: make logs and metrics of it. */
  readonly observe?: Surroundings["observe"];
}

export interface Served extends AsyncDisposable {
  /** Where clients connect; absent over stdio. */
  readonly url?: URL;
}

/**
 * Makes a plain MCP server of tools, for people who want no gateway: stdio, or Streamable HTTP on
 * loopback when a port is given. Clients of both protocol eras are served. Input, output and
 * permissions are checked; rate limits and caching are a gateway's work and not done here. A tool that
 * wants approval is not served.
 *
 * @example
 * ```ts
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
  const { observe = () => undefined } = options;
  const surroundings: Surroundings = { clock: systemClock, service: { name, version }, observe };
  const caller = { permissions, userId, newId: () => randomUUID(), now: systemClock.now };
  const offer = { tools: byName(tools), caller, surroundings };

  if (options.port !== undefined) return listen(() => createMcpServer(offer), options.port);
  const handle = serveStdio(() => createMcpServer(offer));
  return { [Symbol.asyncDispose]: () => handle.close() };
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
