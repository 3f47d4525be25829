import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer, type Face } from "./mcp-server.ts";

export interface StdioEntrance extends AsyncDisposable {
  /** Resolves when the client has closed its end. */
  readonly gone: Promise<void>;
}

/** The entrance for one client that started us: both eras over stdin and stdout. */
export function listenStdio(face: Face): StdioEntrance {
  const transport = new StdioServerTransport();
  const handle = serveStdio(({ era }) => createMcpServer(face, { era, stays: true }), {
    transport,
  });
  // The entrance has taken the place that is told of the end, so it is told through us.
  const told = transport.onclose;
  const gone = new Promise<void>((resolve) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has this one place and no events
    transport.onclose = () => {
      told?.();
      resolve();
    };
  });
  return { gone, [Symbol.asyncDispose]: () => handle.close() };
}
