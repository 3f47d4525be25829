import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { GatewayApi } from "./entrance.ts";
import type { GracefulShutdown } from "./graceful-shutdown.ts";
import { createPages, draining, type Page } from "./pages.ts";

export interface ProbesAddress {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

/** What probes tell. */
export interface ProbedGateway {
  readonly whyNotReady: GatewayApi["whyNotReady"];
  readonly pendingFiles?: GatewayApi["pendingFiles"];
  readonly shutdown: Pick<GracefulShutdown, "isDraining">;
}

export interface ListeningProbes extends AsyncDisposable {
  readonly url: URL;
}

const paths: readonly (string | undefined)[] = ["/healthz", "/readyz"];
const timeouts = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 5_000 };
/** Kubelets and load balancers need a few. */
const maxConnections = 64;

/**
 * Answers probes on a separate port, whatever `Host` they send: kubelets connect by the address of
 * a pod. A web page that reaches it by DNS rebinding learns only whether the gateway is ready.
 */
export async function listenProbes(
  { host, port }: ProbesAddress,
  { whyNotReady, pendingFiles, shutdown }: ProbedGateway,
): Promise<ListeningProbes> {
  const pageFor = createPages({
    paths: ["/mcp"],
    whyNotReady: () => (shutdown.isDraining() ? [draining] : whyNotReady()),
    pendingFiles,
    resource: undefined,
  });
  // An HTTP/1.0 probe has no Host at all.
  const server = createServer({ ...timeouts, requireHostHeader: false }, (request, response) => {
    answer(request, response, pageFor);
  });
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const taken = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: new URL(`http://${host.includes(":") ? `[${host}]` : host}:${taken}/readyz`),
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  pageFor: ReturnType<typeof createPages>,
): void {
  const { url, method } = request;
  if (!paths.includes(url)) {
    end(response, plain(404, "There is nothing here but /healthz and /readyz."));
  } else if (method !== "GET" && method !== "HEAD") {
    end(response, plain(405, "This can only be read."));
  } else {
    end(response, pageFor(request));
  }
}

function plain(status: number, text: string): Page {
  return { status, type: "text/plain", text: `${text}\n` };
}

function end(response: ServerResponse, { status, type, text }: Page): void {
  const headers = { "content-type": type, "x-content-type-options": "nosniff" };
  response.writeHead(status, headers).end(text);
}
