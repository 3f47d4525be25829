import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import type { Clock } from "../kernel/clock.ts";
import { createRoster } from "../kernel/roster.ts";
import { createAsides } from "./asides.ts";
import { createLeavers } from "./leavers.ts";
import { rpcFaultOf } from "./rpc-fault.ts";
import { type Era, type Reach, UpstreamError, type UpstreamListeners } from "./upstream.ts";
import { type AllWaiting, ownerOf, type Waiting } from "./waiting.ts";

/**
 * The requests we wait for. We match answers ourselves: the SDK's client would validate each result
 * and fail a whole list for one bad tool, and it cannot say which request a broken stream belonged to.
 */
export interface Answers {
  /** Promises the answer with this id. */
  readonly expect: (id: number, era: Era, reach?: Reach) => Promise<JsonObject>;
  /**
   * Takes a message if it answers one of ours, or is about one. `via` is the id of the request on
   * whose response it came, where each request has a response of its own.
   */
  readonly take: (message: JSONRPCMessage, via?: number) => boolean;
  /** Has this called with what the server asks of us, and with the request it belongs to. */
  readonly onQuestion: (listener: QuestionListener) => void;
  readonly isOpen: (id: number) => boolean;
  /** Whether its caller has left, and the server has not answered since. */
  readonly isLeft: (id: number) => boolean;
  readonly fail: (id: number, error: Error) => void;
  readonly failAll: (error: Error) => void;
}

export interface QuestionListener {
  /** Says whether it takes the request. Otherwise the SDK's client does. */
  readonly take: (request: JSONRPCRequest, asked: Waiting | undefined) => boolean;
  /** The server no longer wants to know. */
  readonly withdraw: (params: unknown) => void;
}

export interface AnswersDependencies {
  readonly clock: Clock;
  readonly listeners: Pick<UpstreamListeners, "dropped" | "answeredLate" | "strayed">;
}

// The SDK's client numbers its own requests from zero, on the same connection.
export const firstId = 1_000_000;

export function createAnswers({ clock, listeners }: AnswersDependencies): Answers {
  const waiting = createRoster<Waiting>();
  const { dropped = ignore, strayed = ignore } = listeners;
  const answeredLate = lateListener(listeners);
  const takeAside = createAsides({ clock, dropped, firstId });
  const leavers = createLeavers(clock);
  let questions: QuestionListener | undefined;
  let highestId = firstId - 1;

  const settle = (id: number): Waiting | undefined => {
    const found = waiting.remove(id);
    found?.questions?.over.abort();
    return found;
  };
  // Ids only grow, so what was asked need not be remembered to tell a second answer from one that is made up.
  const tellStray = (id: number): void => {
    if (id > highestId || waiting.has(id)) strayed("unasked-answer");
    else if (!leavers.mayHaveBeen(id)) strayed("second-answer");
  };
  // What comes on no response may be about a request whose caller has left, and is not for others then.
  const possibleOwners = (via: number | undefined): AllWaiting =>
    via === undefined && leavers.isAnybody() ? nobody : waiting;
  const takeSaid = (said: Said, via: number | undefined): boolean => {
    const { method } = said;
    const possible = possibleOwners(via);
    if ("id" in said) return questions?.take(said, ownerOf(possible, via)) === true;
    // The SDK's client has nothing to withdraw, so it need not hear of it.
    if (method === "notifications/cancelled") questions?.withdraw(said.params);
    // Progress says itself whose it is.
    return takeAside(said, method === "notifications/progress" ? waiting : possible, via);
  };

  return {
    expect: (id, era, reach) =>
      new Promise((resolve, reject) => {
        highestId = id;
        waiting.set(id, { resolve, reject, era, reach });
      }),
    take: (message, via) => {
      if ("method" in message) return takeSaid(message, via);
      if (typeof message.id !== "number" || message.id < firstId) return false;
      // An answer nobody waits for is dropped here: it came too late, or it was made up. So is one on
      // the response to somebody else's request.
      const wasLeft = leavers.remove(message.id);
      if (wasLeft) answeredLate(message);
      const isElsewhere = via !== undefined && via !== message.id;
      const found = isElsewhere ? undefined : settle(message.id);
      if (found !== undefined) answer(found, message);
      else if (!wasLeft) tellStray(message.id);
      return true;
    },
    onQuestion: (listener) => {
      questions = listener;
    },
    isOpen: (id) => waiting.has(id),
    isLeft: leavers.has,
    fail: (id, error) => {
      const failed = settle(id);
      if (failed !== undefined) leavers.add(id);
      failed?.reject(error);
    },
    failAll: (error) => {
      for (const id of waiting.numbers()) settle(id)?.reject(error);
    },
  };
}

type Said = Extract<JSONRPCMessage, { readonly method: string }>;

const nobody: AllWaiting = new Map();

function ignore(): void {}

/** What says that it was given up is no answer. */
function lateListener({
  answeredLate = ignore,
}: AnswersDependencies["listeners"]): (message: object) => void {
  return (message) => {
    if ("result" in message) answeredLate();
  };
}

// The types describe what a server should send. What it did send, only the shape tells.
function answer({ resolve, reject }: Waiting, message: object): void {
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
