import type { AuthInfo } from "@modelcontextprotocol/server";
import type { AuthenticatedRequest, Callers } from "../callers.ts";
import type { ConsoleSession } from "./sessions.ts";

/** The callers of the console's API: requests that the guard marked with their session. */
export interface ConsoleCallers extends Callers {
  readonly mark: (request: AuthenticatedRequest, session: ConsoleSession) => void;
}

/** A request without a mark has no principal, so none of them gets past the guard by mistake. */
export function createConsoleCallers(): ConsoleCallers {
  const sessions = new WeakMap<AuthInfo, ConsoleSession>();
  const sessionOf = (authInfo: AuthInfo | undefined): ConsoleSession => {
    const session = authInfo && sessions.get(authInfo);
    if (session === undefined) throw new Error("The request has no session.");
    return session;
  };

  return {
    mark: (request, session) => {
      const { principal, expiresAt } = session;
      const info = { token: "", clientId: principal.id, scopes: [], expiresAt: expiresAt / 1000 };
      sessions.set(info, session);
      request.auth = info;
    },
    identify: () => undefined,
    principalOf: (authInfo) => sessionOf(authInfo).principal,
    revocationOf: (authInfo) => sessionOf(authInfo).ended,
    sessionEndsAt: (authInfo) => sessionOf(authInfo).expiresAt,
  };
}
