import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/client";
import type { Cancellation } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { TraceContext } from "@toolcourt/contracts/internal/kernel/trace-context";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { Era } from "../protocol/era.ts";
import { agreedOn, type Extensions, tasksExtension } from "../protocol/extensions.ts";
import { CancelHandle, type Connection } from "./connection.ts";
import { isLevel } from "./notifications.ts";
import { firstId, type ResponseMatcher } from "./response-matcher.ts";
import { toUpstreamError } from "./to-upstream-error.ts";
import { type Asking, type CallerChannel, UpstreamError } from "./upstream.ts";

export interface Question {
  readonly method: string;
  readonly params: JsonObject;
  readonly channel?: CallerChannel | undefined;
  /** Sent in `_meta` in both eras. Default: no trace. */
  readonly trace?: TraceContext | undefined;
  /** Declares that we take tasks, and accepts one as the answer. Default: neither. */
  readonly takesTasks?: boolean;
  /** Sent if the connection has headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the gateway asks for itself. Default: for the caller behind the channel. */
  readonly isOurs?: true | undefined;
}

// The SDK deprecates its own constant, because the protocol will drop the key one day.
const logLevelKey = "io.modelcontextprotocol/logLevel";

export type Ask = (question: Question, signal: Cancellation) => Promise<JsonObject>;

export interface AskDeps {
  readonly connection: Connection;
  readonly matcher: ResponseMatcher;
  readonly era: Era;
  /** Sent in `_meta` of every request. */
  readonly meta: JsonObject | undefined;
  /** Sent in `_meta` of our own requests. */
  readonly ourMeta: JsonObject | undefined;
  /** The caller's capabilities that the server may see. */
  readonly allowedRequests: readonly Asking[];
  /** The handled extensions that the server advertises. */
  readonly extensions: Extensions;
  readonly life: { readonly isGone: boolean };
}

/**
 * Sends a request and returns its result as received, including unknown fields, unknown content and
 * `input_required`. The signal is the only deadline.
 */
export function createAsk(deps: AskDeps): Ask {
  const { connection, matcher, era, life } = deps;
  let nextId = firstId;

  return function ask(question, signal) {
    const { method, params, channel, headers = noHeaders } = question;
    return new Promise((resolve, reject) => {
      if (signal.aborted) throw signal.reason;
      if (life.isGone) {
        throw new UpstreamError({ kind: "unreachable" }, { cause: connection.closeReason() });
      }
      const id = nextId;
      nextId += 1;
      const ours = question.isOurs === true ? deps.ourMeta : metaOf(question, id, deps);
      const withOurs = withMeta(params, ours);
      const request = { jsonrpc: "2.0", id, method, params: withOurs } as const;
      const cancelHandle = new CancelHandle();
      const leave = (): void => {
        matcher.fail(id, new Error("The caller left.", { cause: signal.reason }));
        // Notify the server before giving up its request.
        void cancel(connection, id, era);
        cancelHandle.abort?.();
      };
      matcher.expect(id, {
        era,
        channel,
        resolve: (result) => {
          signal.removeEventListener("abort", leave);
          if (isKnown(result, era, question.takesTasks)) resolve(result);
          else reject(new UpstreamError({ kind: "garbled" }));
        },
        reject: (error) => {
          signal.removeEventListener("abort", leave);
          const reason: unknown = signal.aborted ? signal.reason : error;
          reject(reason instanceof Error ? reason : error);
        },
      });
      signal.addEventListener("abort", leave, { once: true });
      const fail = (error: unknown): void => matcher.fail(id, toUpstreamError(error));
      try {
        connection.send(request, { signal, cancelHandle, era, headers }, fail);
      } catch (error) {
        fail(error);
      }
    });
  };
}

/** Returns our metadata of a request. Undefined if there is none. */
function metaOf(
  { channel = noChannel, trace, takesTasks }: Question,
  id: number,
  deps: AskDeps,
): JsonObject | undefined {
  const { meta } = deps;
  // Most callers can neither be asked nor told anything, so all their requests share one object.
  if (trace === undefined && isMute(channel, takesTasks)) return meta;
  const { capabilities, onProgress, log } = channel;
  const progress = onProgress && { progressToken: id };
  if (meta === undefined) return { ...progress, ...trace };
  return {
    ...meta,
    ...progress,
    [CLIENT_CAPABILITIES_META_KEY]: {
      ...declaredBy(capabilities, deps.allowedRequests),
      ...agreedWith(capabilities, deps.extensions, takesTasks),
    },
    ...(isLevel(log?.level) && { [logLevelKey]: log.level }),
    ...trace,
  };
}

/**
 * Returns the extensions that both the caller and the server have. That of tasks is for requests
 * whose task we would keep or wait for, whatever the caller declared.
 */
function agreedWith(
  capabilities: JsonObject,
  advertised: Extensions,
  takesTasks = false,
): JsonObject | undefined {
  const agreed = agreedOn(own(capabilities, "extensions"), advertised);
  if (agreed === undefined && !takesTasks) return undefined;
  const { [tasksExtension]: _declared, ...others } = agreed ?? {};
  return { extensions: takesTasks ? { ...others, [tasksExtension]: {} } : others };
}

const noChannel: CallerChannel = { capabilities: {} };

/** Tells whether a server can neither ask a caller nor send it anything before the answer. */
function isMute(
  { capabilities, onProgress, log }: CallerChannel,
  takesTasks: boolean | undefined,
): boolean {
  if (takesTasks === true || onProgress !== undefined || log !== undefined) return false;
  return Object.keys(capabilities).length === 0;
}

const noHeaders = {};

/**
 * Cancels a request. Modern HTTP cancels only by closing the response; all others get a
 * notification.
 */
async function cancel({ transport }: Connection, requestId: number, era: Era): Promise<void> {
  if (era === "modern" && transport.hasPerRequestStream === true) return;
  const params = { requestId, reason: "The caller left." };
  await transport
    .send({ jsonrpc: "2.0", method: "notifications/cancelled", params })
    .catch(() => undefined);
}

function withMeta(params: JsonObject, added: JsonObject | undefined): JsonObject {
  const given = own(params, "_meta");
  if (added === undefined || Object.keys(added).length === 0) return params;
  // Our own metadata overrides the caller's: a caller must not speak in our name.
  return { ...params, _meta: isJsonObject(given) ? { ...given, ...added } : added };
}

/**
 * Tells whether a result's type is known. A missing type means complete, and an unknown one is no
 * answer. Only the modern era has questions.
 */
function isKnown(result: JsonObject, era: Era, takesTasks = false): boolean {
  const kind = own(result, "resultType");
  if (kind === undefined || kind === "complete") return true;
  if (kind === "task") return takesTasks;
  return era === "modern" && kind === "input_required";
}

// The parts that a server may rely on. They have no settings that we know of, so we send none.
const parts: Readonly<Record<Asking, readonly string[]>> = {
  elicitation: ["form", "url"],
  sampling: ["context", "tools"],
  roots: [],
};

/** Returns the caller's capabilities to declare to a server. Everything else is dropped. */
export function declaredBy(
  capabilities: JsonObject,
  allowedRequests: readonly Asking[],
): JsonObject {
  if (Object.keys(capabilities).length === 0) return capabilities;
  return Object.fromEntries(
    allowedRequests.flatMap((asking) => {
      const said = own(capabilities, asking);
      if (!isJsonObject(said)) return [];
      const known = parts[asking].filter((part) => isJsonObject(own(said, part)));
      return [[asking, Object.fromEntries(known.map((part) => [part, {}]))]];
    }),
  );
}

/** Returns the capabilities that a legacy server gets once, for all later callers. */
export function declaredForAll(allowedRequests: readonly Asking[]): JsonObject {
  return declaredBy(
    { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
    allowedRequests,
  );
}

export const maxPages = 64;
/** Unless the operator allows another number. */
export const maxTools = 500;
/** A longer list may have more pages, but not one for each tool. */
const toolsOnPage = 10;

/** Reads every page. Gives up on a server that pages or lists without end. */
export async function listAllTools(
  ask: (params: JsonObject) => Promise<JsonObject>,
  most = maxTools,
): Promise<readonly JsonValue[]> {
  const pages = Math.max(maxPages, Math.ceil(most / toolsOnPage));
  const tools: JsonValue[] = [];
  let params: JsonObject = {};

  for (let page = 0; page < pages; page += 1) {
    // Sequential, because each page names the next.
    const result = await ask(params);
    const listed = own(result, "tools");
    if (!isJsonArray(listed)) throw new UpstreamError({ kind: "garbled" });
    if (tools.length + listed.length > most) throw tooLong(most, pages);
    tools.push(...listed);

    const cursor = own(result, "nextCursor");
    // The empty string is a valid cursor; some servers send `null` for the last page.
    if (cursor === undefined || cursor === null) return tools;
    if (typeof cursor !== "string") throw new UpstreamError({ kind: "garbled" });
    params = { cursor };
  }
  throw tooLong(most, pages);
}

const methodNotFound = -32_601;

/** Tells whether a server does not know the method. */
export function isNotFound(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false;
  return error.fault.kind === "rpc" && error.fault.code === methodNotFound;
}

function tooLong(entries: number, pages: number): UpstreamError {
  return new UpstreamError({ kind: "list-too-long", entries, pages });
}
