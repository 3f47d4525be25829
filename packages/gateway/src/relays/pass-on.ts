import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { type Clean, cleanMembers } from "../boundary/cleaning/clean-value.ts";
import { isLargerThan, jsonSizeOf } from "../boundary/cleaning/json-size.ts";
import type { Question } from "../pipeline/call.ts";
import type { AskingTerms } from "../pipeline/input-request.ts";
import { checkInputRequired, isInputRequired } from "../pipeline/input-required.ts";
import type { Relayed } from "../pipeline/outcome.ts";
import type { Stages } from "../pipeline/pipeline.ts";
import { isViewUri, type ViewAddresses } from "../protocol/view-addresses.ts";
import type { PermittedRelay } from "./answer-request.ts";
import { type Asked, refusalFor } from "./refusal-for.ts";
import { without } from "./relays.ts";

export type PassOn = (call: PermittedRelay, signal: AbortSignal) => Promise<Relayed>;

export interface PassOnDeps {
  readonly run: Stages["run"];
  readonly clean: Clean;
  readonly views: ViewAddresses;
}

/** Forwards a permitted request to its server, and returns the checked and cleaned result. */
export function createPassOn({ run, clean, views }: PassOnDeps): PassOn {
  return async (call, signal) => {
    const asked = askedBy(call);
    const raw = await run(call, signal).catch((error: unknown) => {
      throw refusalFor(error, asked, signal);
    });
    if (!isJsonObject(raw)) throw failed(asked, { kind: "garbled" });
    if (isInputRequired(raw)) {
      const { allowedRequests } = call.at.server;
      const capabilities = call.channel?.capabilities ?? {};
      const asks = checkedAsks(raw, { allowedRequests, clean, capabilities }, asked);
      return relayed({ resultType: "input_required", ...asks }, true);
    }
    const cleaned = cleanResult(raw, asked, { clean, isView: isViewUri(call.item.name) });
    return relayed(views.isNaming ? named(cleaned, asked.server, views) : cleaned, false);
  };
}

interface Cleaning extends Pick<PassOnDeps, "clean"> {
  readonly isView: boolean;
}

function cleanResult(raw: JsonObject, asked: AskedOfServer, cleaning: Cleaning): JsonObject {
  const isView = asked.method === "resources/read" && cleaning.isView;
  const fault = faultIn(asked.method, raw, isView);
  if (fault !== undefined) throw failed(asked, { ...fault });
  return isView ? cleanView(raw, cleaning.clean) : cleanMembers(ownResult(raw), cleaning.clean);
}

/** Returns a result that names views as callers see them. */
function named(result: JsonObject, server: string, views: ViewAddresses): JsonObject {
  const [contents, messages, meta] = ["contents", "messages", "_meta"].map((key) =>
    own(result, key),
  );
  return {
    ...result,
    ...(isJsonArray(contents) && {
      contents: contents.map((each) =>
        isJsonObject(each) ? views.inKey(server, each, "uri") : each,
      ),
    }),
    ...(isJsonArray(messages) && {
      messages: messages.map((each) => inMessage(each, server, views)),
    }),
    ...(isJsonObject(meta) && { _meta: views.inMeta(server, meta) }),
  };
}

function inMessage(message: JsonValue, server: string, views: ViewAddresses): JsonValue {
  const content = isJsonObject(message) ? own(message, "content") : undefined;
  if (!isJsonObject(message) || !isJsonObject(content)) return message;
  return { ...message, content: views.inBlock(server, content) };
}

/** Fields of a page that pass byte for byte. */
const pageKeys = ["text", "blob", "mimeType"] as const;

/** Returns the result of reading a view, cleaned but for its page: a program breaks by any change. */
export function cleanView(raw: JsonObject, clean: Clean): JsonObject {
  const result = ownResult(raw);
  const contents = own(result, "contents");
  if (!isJsonArray(contents)) return result;
  const pages = contents.map((each) => (isJsonObject(each) ? each : {}));
  const bare = { ...result, contents: pages.map((page) => without(page, ...pageKeys)) };
  const { contents: cleaned = [], ...rest } = cleanMembers(bare, clean);
  if (!isJsonArray(cleaned)) return rest;
  return { ...rest, contents: cleaned.map((each, at) => withPage(each, pages[at] ?? {})) };
}

function withPage(cleaned: JsonValue, page: JsonObject): JsonValue {
  if (!isJsonObject(cleaned)) return cleaned;
  const kept = pageKeys.flatMap((key) => {
    const value = own(page, key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...cleaned, ...Object.fromEntries(kept) };
}

function askedBy({ relayed: { method, subject }, at }: PermittedRelay): AskedOfServer {
  const known = relayedMethods.find((each) => each === method);
  if (known === undefined) throw new TypeError("This method is not relayed.");
  const uri = known === "resources/read" ? { uri: subject.name } : {};
  return { method: known, server: at.server.name, ...uri };
}

type AskedOfServer = Asked & { readonly method: RelayedMethod };

export function relayed(output: JsonObject, isQuestion: boolean): Relayed {
  return { kind: "relayed", output, isQuestion };
}

function checkedAsks(result: JsonObject, terms: AskingTerms, asked: Asked): Question["asks"] {
  const checked = checkInputRequired(result, terms);
  if (checked.kind === "passed" && asked.method !== "completion/complete") return checked.asks;
  throw failed(asked, { kind: "question" });
}

const serverInfo = "io.modelcontextprotocol/serverInfo";

/**
 * Removes fields meant for us alone: the server's identity, the result type and its cache hints.
 * The policy filters what a caller gets, so a server cannot say that others may have it too.
 */
function ownResult(result: JsonObject): JsonObject {
  const kept = without(result, "resultType", "cacheScope", "ttlMs");
  const meta = own(result, "_meta");
  return isJsonObject(meta) ? { ...kept, _meta: without(meta, serverInfo) } : kept;
}

function failed(asked: Asked, fault: JsonObject, cause?: unknown): Refusal {
  const { method, server } = asked;
  return new Refusal("relay-failed", { method, server, fault, passing: false }, { cause });
}

/** The relayed requests. */
const relayedMethods = ["resources/read", "prompts/get", "completion/complete"] as const;
export type RelayedMethod = (typeof relayedMethods)[number];

/** A fault in a result. */
export type ResultFault =
  | { readonly kind: "garbled" }
  | { readonly kind: "too-large"; readonly maxBytes: number };

const maxBytes = 1_048_576;
const maxDepth = 200;

/** Checks that a result follows the protocol and is small enough for a model, which no view is for. */
export function faultIn(
  method: RelayedMethod,
  result: JsonObject,
  isView = false,
): ResultFault | undefined {
  if (jsonSizeOf(result).depth > maxDepth) return { kind: "garbled" };
  const kind = own(result, "resultType") ?? "complete";
  if (kind !== "complete" || !hasShape[method](result)) return { kind: "garbled" };
  const text = textOf(method, result, isView);
  return isLargerThan(text, jsonSizeOf(text), maxBytes)
    ? { kind: "too-large", maxBytes }
    : undefined;
}

// Binary content is not text. The transport limits its size.
function textOf(method: RelayedMethod, result: JsonObject, isView: boolean): JsonObject {
  const contents = own(result, "contents");
  if (method !== "resources/read" || !isJsonArray(contents)) return result;
  return {
    ...result,
    contents: contents.map((each) =>
      isJsonObject(each) ? { ...each, blob: "", ...(isView && { text: "" }) } : each,
    ),
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
