import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/client";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { SlotMap } from "@toolcourt/contracts/internal/kernel/slot-map";
import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import { createNotifications } from "./notifications.ts";
import {
  type AbandonedRequests,
  createAbandonedRequests,
  ownerOf,
  type PendingRequest,
  type PendingRequests,
} from "./pending-request.ts";
import { rpcFaultOf } from "./to-upstream-error.ts";
import { type CallerChannel, type Era, UpstreamError, type UpstreamListeners } from "./upstream.ts";

/**
 * Our pending requests. We match answers ourselves: the SDK's client would validate results and
 * fail a whole list for one bad tool. It also cannot tell which request a broken stream belonged
 * to.
 */
export interface ResponseMatcher {
  /** Registers a pending request and resolves with its answer. */
  readonly expect: (id: number, era: Era, reach?: CallerChannel) => Promise<JsonObject>;
  /**
   * Consumes a message that answers or concerns one of our requests. `via` is the id of the request
   * on whose response it came, if each request has its own response.
   */
  readonly take: (message: JSONRPCMessage, via?: number) => boolean;
  /** Sets the listener for the server's own requests, with the request each belongs to. */
  readonly onQuestion: (listener: QuestionListener) => void;
  readonly isOpen: (id: number) => boolean;
  /** Returns whether its caller has left and the server has not answered since. */
  readonly isLeft: (id: number) => boolean;
  readonly fail: (id: number, error: Error) => void;
  readonly failAll: (error: Error) => void;
}

export interface QuestionListener {
  /** Returns true if it takes the request. Otherwise the SDK's client does. */
  readonly take: (request: JSONRPCRequest, asked: PendingRequest | undefined) => boolean;
  /** Called when the server cancels its question. */
  readonly withdraw: (params: unknown) => void;
}

export interface ResponseMatcherDeps {
  readonly clock: Clock;
  readonly listeners: Pick<UpstreamListeners, "dropped" | "answeredLate" | "strayed">;
}

// The SDK's client numbers its own requests from zero on the same connection.
export const firstId = 1_000_000;

export function createResponseMatcher({ clock, listeners }: ResponseMatcherDeps): ResponseMatcher {
  const waiting = new SlotMap<PendingRequest>();
  const takeAside = createNotifications({ clock, dropped: listeners.dropped ?? ignore, firstId });
  const abandoned = createAbandonedRequests(clock);
  const unexpected = createStrayResponses(abandoned, listeners);
  let questions: QuestionListener | undefined;

  const settle = (id: number): PendingRequest | undefined => {
    const found = waiting.remove(id);
    found?.questions?.over.abort();
    return found;
  };
  // Outside a response, a message may concern a request whose caller has left. Then no other caller
  // may get it.
  const possibleOwners = (via: number | undefined): PendingRequests =>
    via === undefined && abandoned.isAny() ? nobody : waiting;
  const takeOther = (said: Said, via: number | undefined): boolean => {
    const { method } = said;
    const possible = possibleOwners(via);
    if ("id" in said) return questions?.take(said, ownerOf(possible, via)) === true;
    // The SDK's client has nothing to cancel, so it is not notified.
    if (method === "notifications/cancelled") questions?.withdraw(said.params);
    // Progress names its own request.
    return takeAside(said, method === "notifications/progress" ? waiting : possible, via);
  };

  return {
    expect: (id, era, reach) =>
      new Promise((resolve, reject) => {
        unexpected.asked(id);
        waiting.set(id, { resolve, reject, era, reach });
      }),
    take: (message, via) => {
      if ("method" in message) return takeOther(message, via);
      const { id } = message;
      if (typeof id !== "number" || id < firstId) return false;
      // Drops an unrequested answer, and one on the response to another request.
      const found = via === undefined || via === id ? settle(id) : undefined;
      if (found === undefined) unexpected.take({ id, message }, waiting.has(id));
      else answer(found, message);
      return true;
    },
    onQuestion: (listener) => {
      questions = listener;
    },
    isOpen: (id) => waiting.has(id),
    isLeft: abandoned.has,
    fail: (id, error) => {
      const failed = settle(id);
      if (failed !== undefined) abandoned.add(id);
      failed?.reject(error);
    },
    failAll: (error) => {
      for (const id of waiting.numbers()) settle(id)?.reject(error);
    },
  };
}

type Said = Extract<JSONRPCMessage, { readonly method: string }>;

const nobody: PendingRequests = new Map();

// The types describe valid messages only, so check the actual shape.
function answer({ resolve, reject }: PendingRequest, message: object): void {
  const error: unknown = "error" in message ? message.error : undefined;
  const result: unknown = "result" in message ? message.result : undefined;
  const fault = rpcFaultOf(error);
  if (fault !== undefined) {
    reject(new UpstreamError(fault, { cause: error }));
  } else if (isJsonObject(result)) {
    resolve(result);
  } else {
    reject(new UpstreamError({ kind: "garbled" }));
  }
}

/** Answers without a pending request: late, repeated or invented. */
export interface StrayResponses {
  /** Registers a request. Ids only grow, so the highest is enough to remember. */
  readonly asked: (id: number) => void;
  /**
   * Classifies an answer. `isOpen`: the request is pending, and its answer came on the wrong
   * response.
   */
  readonly take: (answer: StrayResponse, isOpen: boolean) => void;
}

interface StrayResponse {
  readonly id: number;
  readonly message: object;
}

function createStrayResponses(
  abandoned: Pick<AbandonedRequests, "remove" | "mayHaveBeen">,
  { answeredLate = ignore, strayed = ignore }: Pick<UpstreamListeners, "answeredLate" | "strayed">,
): StrayResponses {
  let highest = Number.NEGATIVE_INFINITY;
  return {
    asked: (id) => {
      highest = id;
    },
    take: ({ id, message }, isOpen) => {
      if (!abandoned.remove(id)) {
        if (id > highest || isOpen) strayed("unasked-answer");
        else if (!abandoned.mayHaveBeen(id)) strayed("second-answer");
      } else if ("result" in message) {
        // An error that confirms the cancellation is no late answer.
        answeredLate();
      }
    },
  };
}

function ignore(): void {}
