import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { failed } from "./discover.ts";

/** Waits on this machine for a browser that comes back from a provider. */
export interface RedirectListener extends AsyncDisposable {
  /** Exactly this, to the last character, is where the browser may come. */
  readonly redirectUri: string;
  /** The first answer that is taken. Everything else that knocks is turned away and changes nothing. */
  readonly answer: Promise<URLSearchParams>;
}

const path = "/callback";
const address = "127.0.0.1";

/** Takes the answer that `isOurs` accepts. Listens on loopback only, and only for as long as it is open. */
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

/** A page elsewhere could send a browser here under another name of this machine. */
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
