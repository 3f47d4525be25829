import type { IncomingMessage } from "node:http";
import type { AdminHandler } from "./entrance.ts";
import type { Page } from "./pages.ts";

/** Handlers beside the protocol, for identified senders. */
export interface SideDoors {
  /** Serves the admin path. Default: none, as without identities. */
  readonly admin?: AdminHandler | undefined;
  /** Serves the paths of AuthZEN. Default: none. */
  readonly authzen?: AdminHandler | undefined;
  /** Serves the console. Default: none. */
  readonly console?: AdminHandler | undefined;
}

export const adminPath = "/admin/v1/";

/** Where an issuer sends a browser back. Registered there, so public: never renamed. */
export const callbackPath = "/console/login/callback";

/** Tells whether a request is for the console, which has a guard of its own against other pages. */
export function isForConsole({ url = "" }: IncomingMessage): boolean {
  return /^\/console(?:[/?]|$)/.test(url);
}

/** Answers every path but that of the protocol: the side doors, then the public pages. */
export function createElsewhere(
  { admin, authzen, console: page }: SideDoors,
  pageFor: (request: IncomingMessage) => Page,
): AdminHandler {
  return async (request, response) => {
    const { url = "" } = request;
    if (admin !== undefined && url.startsWith(adminPath)) return admin(request, response);
    if (authzen !== undefined && isAuthzen(url)) return authzen(request, response);
    if (page !== undefined && isForConsole(request)) return page(request, response);
    const { status, type, text, headers } = pageFor(request);
    response.writeHead(status, { "content-type": type, ...forNoFrame, ...headers }).end(text);
    return undefined;
  };
}

function isAuthzen(url: string): boolean {
  return url === "/.well-known/authzen-configuration" || url.startsWith("/access/v1/");
}

/** Headers for browsers: pages must not be framed or reinterpreted. */
const forNoFrame = {
  "content-security-policy": "frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};
