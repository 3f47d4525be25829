import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { failed } from "./discover.ts";

/** Waits on this machine for the browser to return from the provider. */
export interface RedirectListener extends AsyncDisposable {
  /** The exact redirect URI, to the last character. */
  readonly redirectUri: string;
  /** The first accepted answer. Other requests are refused without effect. */
  readonly answer: Promise<URLSearchParams>;
}

const path = "/callback";
const address = "127.0.0.1";

/** Accepts the answer that `isOurs` approves. Listens on loopback only, while open. */
export async function openRedirectListener(
  port: number,
  isOurs: (answer: URLSearchParams) => boolean,
): Promise<RedirectListener> {
  const taken = Promise.withResolvers<URLSearchParams>();
  let isTaken = false;
  const server = createServer((request, response) => {
    const answer = answerIn(request, hostOf(server));
    if (answer === undefined) return reply(response, 404, "There is nothing here.");
    if (isTaken || !isOurs(answer)) {
      return reply(response, 400, "This is not the answer that is waited for.");
    }
    isTaken = true;
    taken.resolve(answer);
    return reply(response, 200, "You can close this window and go back to the terminal.");
  });
  await listening(server, port);
  return {
    redirectUri: `http://${hostOf(server)}${path}`,
    answer: taken.promise,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Checks the Host header: a foreign page could reach us under another name (DNS rebinding). */
function answerIn({ method, url, headers }: IncomingMessage, host: string) {
  if (method !== "GET" || headers.host !== host) return undefined;
  const asked = URL.parse(url ?? "", `http://${host}`);
  return asked?.pathname === path && asked.host === host ? asked.searchParams : undefined;
}

function reply(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      "content-type": "text/plain; charset=utf-8",
      "content-security-policy": "default-src 'none'",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      connection: "close",
    })
    .end(`${text}\n`);
}

function hostOf(server: Server): string {
  const bound = server.address();
  return `${address}:${typeof bound === "object" && bound !== null ? bound.port : 0}`;
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", () => reject(failed("listener")));
    server.listen(port, address, resolve);
  });
}
