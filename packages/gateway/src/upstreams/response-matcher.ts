import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { SlotMap } from "@toolcourt/contracts/internal/kernel/slot-map";
import { isJsonObject } from "@toolcourt/sdk";
import type { Excess } from "../protocol/message-size.ts";
import { createNotifications } from "./notifications.ts";
import {
  AbandonedRequests,
  ownerOf,
  type PendingRequest,
  type PendingRequests,
} from "./pending-request.ts";
import type { Questions } from "./questions.ts";
import { rpcFaultOf } from "./to-upstream-error.ts";
import { UpstreamError, type UpstreamListeners } from "./upstream.ts";

interface ResponseMatcherDeps extends Pick<Runtime, "clock"> {
  readonly listeners: Pick<UpstreamListeners, "dropped" | "answeredLate" | "strayed">;
}

// The SDK's client numbers its own requests from zero on the same connection.
export const firstId = 1_000_000;

/**
 * Matches answers to our pending requests. The SDK's client would validate results and fail a whole
 * list for one bad tool. It also cannot tell which request a broken stream belonged to.
 */
export class ResponseMatcher {
  readonly #listeners: ResponseMatcherDeps["listeners"];
  readonly #pending = new SlotMap<PendingRequest>();
  readonly #abandoned: AbandonedRequests;
  readonly #takeNotification: ReturnType<typeof createNotifications>;
  #questions: Questions | undefined;
  // Ids only grow.
  #highestId = Number.NEGATIVE_INFINITY;

  constructor({ clock, listeners }: ResponseMatcherDeps) {
    this.#listeners = listeners;
    this.#abandoned = new AbandonedRequests(clock);
    this.#takeNotification = createNotifications(clock, listeners.dropped ?? ignore, firstId);
  }

  /** Registers a request, which is settled once. */
  expect(id: number, request: PendingRequest): void {
    this.#highestId = id;
    this.#pending.set(id, request);
  }

  /**
   * Consumes a message that answers or concerns one of our requests. `via` is the id of the request
   * on whose response it came, if each request has its own response.
   */
  take(message: JSONRPCMessage, via?: number): boolean {
    if ("method" in message) return this.#takeOther(message, via);
    const { id } = message;
    if (typeof id !== "number" || id < firstId) return false;
    // Drops an unrequested answer, and one on the response to another request.
    const found = via === undefined || via === id ? this.#settle(id) : undefined;
    if (found === undefined) this.#takeStray(id, message);
    else answer(found, message);
    return true;
  }

  /** Sets the listener for the server's own requests, with the request each belongs to. */
  onQuestion(listener: Questions): void {
    this.#questions = listener;
  }

  isOpen(id: number): boolean {
    return this.#pending.has(id);
  }

  /** Returns whether its caller has left and the server has not answered since. */
  isLeft(id: number): boolean {
    return this.#abandoned.has(id);
  }

  /**
   * Fails a request whose answer came, but has too much to be parsed. Returns whether the server
   * owed the answer.
   */
  refuse(id: number, excess: Excess): boolean {
    const refused = this.#settle(id);
    refused?.reject(new UpstreamError({ kind: "too-complex", excess }));
    return refused !== undefined || this.#abandoned.remove(id);
  }

  fail(id: number, error: Error): void {
    const failed = this.#settle(id);
    if (failed !== undefined) this.#abandoned.add(id);
    failed?.reject(error);
  }

  failAll(error: Error): void {
    for (const id of this.#pending.numbers()) this.#settle(id)?.reject(error);
  }

  #settle(id: number): PendingRequest | undefined {
    const found = this.#pending.remove(id);
    found?.questions?.over.abort();
    return found;
  }

  #takeOther(message: Unanswered, via: number | undefined): boolean {
    const { method } = message;
    // Outside a response, a message may concern a request whose caller has left. Then no other
    // caller may get it.
    const owners = via === undefined && this.#abandoned.isAny() ? noRequests : this.#pending;
    if ("id" in message) return this.#questions?.take(message, ownerOf(owners, via)) === true;
    // The SDK's client has nothing to cancel, so it is not notified.
    if (method === "notifications/cancelled") this.#questions?.withdraw(message.params);
    // Progress names its own request.
    const possible = method === "notifications/progress" ? this.#pending : owners;
    return this.#takeNotification(message, possible, via);
  }

  /** Classifies an answer without a pending request: late, repeated or invented. */
  #takeStray(id: number, message: object): void {
    const { answeredLate = ignore, strayed = ignore } = this.#listeners;
    if (!this.#abandoned.remove(id)) {
      // A pending request got its answer on the wrong response.
      if (id > this.#highestId || this.isOpen(id)) strayed("unasked-answer");
      else if (!this.#abandoned.mayHaveBeen(id)) strayed("second-answer");
    } else if ("result" in message) {
      // An error that confirms the cancellation is no late answer.
      answeredLate();
    }
  }
}

type Unanswered = Extract<JSONRPCMessage, { readonly method: string }>;

const noRequests: PendingRequests = new Map();

// The types describe valid messages only, so check the actual shape.
function answer(request: PendingRequest, message: object): void {
  const error: unknown = "error" in message ? message.error : undefined;
  const result: unknown = "result" in message ? message.result : undefined;
  const fault = rpcFaultOf(error);
  if (fault !== undefined) {
    request.reject(new UpstreamError(fault, { cause: error }));
  } else if (isJsonObject(result)) {
    request.resolve(result);
  } else {
    request.reject(new UpstreamError({ kind: "garbled" }));
  }
}

function ignore(): void {}
