import type { IncomingMessage, ServerResponse } from "node:http";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { JsonObject } from "@toolcourt/sdk";
import { isLegacy } from "../protocol/era.ts";
import type { Announcing } from "./announce.ts";
import { type AuthenticatedRequest, type Callers, withoutToken } from "./callers.ts";
import type { FastLane } from "./fast-lane.ts";
import type { GracefulShutdown } from "./graceful-shutdown.ts";
import type { Sessions } from "./sessions.ts";

export interface LaneDeps extends Pick<Runtime, "clock"> {
  /**
   * Takes the requests it recognizes; the rest goes to sessions and the SDK's servers. Default:
   * none.
   */
  readonly fastLane?: FastLane;
  /** Closed with the entrance. */
  readonly sessions: Sessions;
  readonly shutdown: GracefulShutdown;
  readonly callers: Callers;
}

/** Answers a request, with its parsed message if it has one. */
export type Lane = (
  request: IncomingMessage,
  response: ServerResponse,
  message: JsonObject | undefined,
) => Promise<void>;

/**
 * Tries the fast lane, then sessions for legacy clients that have or want one, then the SDK's
 * handler.
 */
export function createLanes(
  { fastLane, sessions, shutdown, clock, callers }: LaneDeps,
  handler: McpHttpHandler,
  announcing: Announcing | undefined,
): Lane {
  const toHandler = toNodeHandler(handler);
  /** A listening stream awaits no result, so shutdown does not wait for it. */
  const attend = (message: JsonObject, response: ServerResponse): void => {
    if (onlyListens(message)) return;
    const run = shutdown.begin();
    response.once("close", () => shutdown.end(run));
  };
  const handle = async (
    request: AuthenticatedRequest,
    response: ServerResponse,
    message: JsonObject | undefined,
  ): Promise<void> => {
    const answer = (): Promise<void> =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is Node's own request; only `url?: string` is typed less exactly there
      toHandler(request as NodeIncomingMessageLike, response, message);
    if (message === undefined || !onlyListens(message) || announcing === undefined) {
      await answer();
      return;
    }
    const principal = callers.principalOf(request.auth);
    await announcing.listening({ message, response, principal }, answer);
  };

  return async (request, response, message) => {
    if (message !== undefined) {
      if (fastLane?.(message, request, response) === true) return;
      attend(message, response);
    }
    if (message === undefined || onlyListens(message))
      endWithToken(request, response, { clock, callers });
    const bare = withoutToken(request);
    if (isForSession(bare, message)) {
      await sessions.answer(bare, response, message);
      return;
    }
    await handle(bare, response, message);
  };
}

function onlyListens({ method }: JsonObject): boolean {
  return method === "subscriptions/listen";
}

function isForSession(request: IncomingMessage, message: JsonObject | undefined): boolean {
  // A body that failed strict parsing is not a message, and the handler reports the mistake.
  if (request.method === "POST" && message === undefined) return false;
  const hasSession = request.headers["mcp-session-id"] !== undefined;
  return (hasSession || message?.["method"] === "initialize") && isLegacy(message, request.headers);
}

export interface Endings extends Pick<Runtime, "clock"> {
  readonly callers: Pick<Callers, "revocationOf">;
}

/** Limit on listening. To continue, a client must listen again and authenticate again. */
const maxMs = 24 * 60 * 60_000;

/** Ends a listening stream when its token expires: nothing else would check the token again. */
function endWithToken(
  { auth }: AuthenticatedRequest,
  response: ServerResponse,
  { clock, callers }: Endings,
): void {
  if (auth?.expiresAt === undefined) return;
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  callers
    .revocationOf(auth)
    ?.addEventListener("abort", () => response.destroy(), { once: true, signal: closed.signal });
  const leftMs = Math.min(auth.expiresAt * 1000 - clock.now(), maxMs);
  void clock.sleep(leftMs, closed.signal).then(
    () => response.destroy(),
    () => undefined,
  );
}
