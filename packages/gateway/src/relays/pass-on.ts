import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { type Clean, cleanMembers } from "../boundary/cleaning/clean-value.ts";
import { isLargerThan, jsonSizeOf } from "../boundary/cleaning/json-size.ts";
import { type Question, shownName } from "../pipeline/call.ts";
import { factsOf, isPassing } from "../pipeline/execution/faults.ts";
import { guardChannel } from "../pipeline/guard-channel.ts";
import type { AskingTerms } from "../pipeline/input-request.ts";
import { checkInputRequired, isInputRequired } from "../pipeline/input-required.ts";
import type { Traces } from "../pipeline/trace-calls.ts";
import { traceSending } from "../pipeline/trace-sending.ts";
import { UpstreamError, type UpstreamFault } from "../upstreams/upstream.ts";
import type { RelayRequest, RelayServer } from "./relays.ts";
import { answerMs } from "./server-lists.ts";

export interface Passage {
  readonly server: RelayServer;
  readonly method: RelayedMethod;
  /** The address, for a resource. Default: none. */
  readonly uri?: string;
}

export type PassOn = (
  passage: Passage,
  request: RelayRequest,
  signal: AbortSignal,
) => Promise<JsonObject>;

/** Forwards a caller's request to a server, and returns the checked and cleaned result. */
export function createPassOn(clock: Clock, clean: Clean, traces?: Traces): PassOn {
  return async ({ server, method, uri }, { params, channel, trace }, signal) => {
    const asked: Asked = { method, server: server.name, ...(uri !== undefined && { uri }) };
    const terms = { allowedRequests: server.allowedRequests, clean };
    const request = {
      method,
      params: ownParams(params, server),
      ...(channel && { channel: guardChannel(channel, terms) }),
    };
    const to = { method, target: promptIn(method, params), server: server.name, parent: trace };
    const result = await traceSending(to, traces, (at) =>
      withTimeout({ clock, ms: answerMs, signal }, (both) =>
        server.upstream.request({ ...request, ...(at && { trace: at }) }, both),
      ),
    ).catch((error: unknown) => {
      throw refusalFor(error, asked, signal);
    });

    if (isInputRequired(result)) {
      const capabilities = channel?.capabilities ?? {};
      const asks = checkedAsks(result, { ...terms, capabilities }, asked);
      return { resultType: "input_required", ...asks };
    }
    const fault = faultIn(method, result);
    if (fault !== undefined) throw failed(asked, { ...fault });
    return cleanMembers(ownResult(result), clean);
  };
}

/** Returns the requested prompt name. Other methods have no name that we know. */
function promptIn(method: RelayedMethod, params: JsonObject): string {
  const name = method === "prompts/get" ? own(params, "name") : undefined;
  return typeof name === "string" ? name : "";
}

function checkedAsks(result: JsonObject, terms: AskingTerms, asked: Asked): Question["asks"] {
  const checked = checkInputRequired(result, terms);
  if (checked.kind === "passed" && asked.method !== "completion/complete") return checked.asks;
  throw failed(asked, { kind: "question" });
}

/** Removes metadata meant for us alone. The legacy protocol has no fields for late answers. */
function ownParams(params: JsonObject, { upstream }: RelayServer): JsonObject {
  const kept = without(params, "_meta");
  return upstream.era === "legacy" ? without(kept, "inputResponses", "requestState") : kept;
}

const serverInfo = "io.modelcontextprotocol/serverInfo";

/**
 * Removes fields meant for us alone: the server's identity and the result type. The reply to the
 * caller is in our name and in the caller's protocol version.
 */
function ownResult(result: JsonObject): JsonObject {
  const kept = without(result, "resultType");
  const meta = own(result, "_meta");
  return isJsonObject(meta) ? { ...kept, _meta: without(meta, serverInfo) } : kept;
}

function without(object: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** The request and its server. */
export interface Asked {
  readonly method: string;
  readonly server: string;
  /** The address, for a resource. Default: none. */
  readonly uri?: string;
}

function failed(asked: Asked, fault: JsonObject, cause?: unknown): Refusal {
  const { method, server } = asked;
  return new Refusal("relay-failed", { method, server, fault, passing: false }, { cause });
}

/** Turns the failure of a request into a refusal. A bug is returned unchanged. */
export function refusalFor(error: unknown, asked: Asked, signal?: AbortSignal): unknown {
  const { method, server } = asked;
  if (signal?.aborted === true)
    return new Refusal("cancelled", { tool: method, mayHaveActed: false });
  if (error instanceof TimeoutError) {
    const fault = { kind: "deadline-passed" };
    return new Refusal("relay-failed", { method, server, fault, passing: true }, { cause: error });
  }
  if (!(error instanceof UpstreamError)) return error;
  return (
    refusedBy(error.fault, asked, error) ??
    new Refusal(
      "relay-failed",
      { method, server, fault: factsOf(error.fault), passing: isPassing(error.fault) },
      { cause: error },
    )
  );
}

const invalidParams = -32_602;
/** Legacy error code for an unknown address. */
const notFound = -32_002;

function refusedBy(fault: UpstreamFault, asked: Asked, cause: UpstreamError): Refusal | undefined {
  if (fault.kind !== "rpc") return undefined;
  if (fault.code !== invalidParams && fault.code !== notFound) return undefined;
  const { method, server, uri } = asked;
  return uri === undefined
    ? new Refusal("relay-refused", { method, server }, { cause })
    : new Refusal("resource-unknown", { uri: shownName(uri) }, { cause });
}

/** The relayed requests. */
export const relayed = ["resources/read", "prompts/get", "completion/complete"] as const;
export type RelayedMethod = (typeof relayed)[number];

/** A fault in a result. */
export type ResultFault =
  | { readonly kind: "garbled" }
  | { readonly kind: "too-large"; readonly maxBytes: number };

const maxBytes = 1_048_576;
const maxDepth = 200;

/** Checks that a result follows the protocol and is small enough for a model. */
export function faultIn(method: RelayedMethod, result: JsonObject): ResultFault | undefined {
  if (jsonSizeOf(result).depth > maxDepth) return { kind: "garbled" };
  const kind = own(result, "resultType") ?? "complete";
  if (kind !== "complete" || !hasShape[method](result)) return { kind: "garbled" };
  const text = textOf(method, result);
  return isLargerThan(text, jsonSizeOf(text), maxBytes)
    ? { kind: "too-large", maxBytes }
    : undefined;
}

// Binary content is not text. The transport limits its size.
function textOf(method: RelayedMethod, result: JsonObject): JsonObject {
  const contents = own(result, "contents");
  if (method !== "resources/read" || !isJsonArray(contents)) return result;
  return {
    ...result,
    contents: contents.map((each) => (isJsonObject(each) ? { ...each, blob: "" } : each)),
  };
}

const hasShape = {
  "resources/read": (result) => isListOf(own(result, "contents"), isContent),
  "prompts/get": (result) => isListOf(own(result, "messages"), isMessage),
  "completion/complete": (result) => {
    const completion = own(result, "completion");
    return isJsonObject(completion) && isListOf(own(completion, "values"), isText);
  },
} satisfies Record<RelayedMethod, (result: JsonObject) => boolean>;

function isListOf(value: JsonValue | undefined, isOne: (each: JsonValue) => boolean): boolean {
  return isJsonArray(value) && value.every(isOne);
}

function isContent(content: JsonValue): boolean {
  if (!isJsonObject(content) || !isText(own(content, "uri"))) return false;
  return isText(own(content, "text")) || isText(own(content, "blob"));
}

function isMessage(message: JsonValue): boolean {
  if (!isJsonObject(message)) return false;
  const role = own(message, "role");
  const content = own(message, "content");
  return (role === "user" || role === "assistant") && isJsonObject(content);
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === "string";
}
