import type { McpServerFactory } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

/** The entrance for one client that started us: both eras over stdin and stdout. */
export function listenStdio(factory: McpServerFactory): AsyncDisposable {
  const handle = serveStdio(factory);
  return { [Symbol.asyncDispose]: () => handle.close() };
}
