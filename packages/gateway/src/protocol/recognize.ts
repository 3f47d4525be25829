import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import {
  capabilitiesKey,
  clientInfoKey,
  logLevelKey,
  modernVersion,
  reserved,
  versionKey,
} from "./era.ts";

/** A request that is certainly well-formed and one of the few frequent kinds. */
export interface Recognized {
  readonly era: "modern" | "legacy";
  readonly method: "tools/call" | "tools/list" | "ping" | "server/discover";
  readonly id: string | number;
  readonly params: JsonObject;
  readonly meta: JsonObject;
  /** The capabilities of a modern sender. */
  readonly capabilities: JsonObject | undefined;
  /** Whether it names a session. The session is not yet verified. */
  readonly hasSession: boolean;
}

const legacyVersions = ["2025-11-25", "2025-06-18", "2025-03-26"];
const senderKeys: ReadonlySet<string> = new Set([versionKey, capabilitiesKey, clientInfoKey]);

type Request = Pick<Recognized, "method" | "id" | "params" | "meta">;

/**
 * Recognizes a frequent request. Undefined in any doubt: a version or header that contradicts the
 * body, progress, log lines, another method. The other lane handles those.
 */
export function recognize(
  message: JsonObject,
  headers: IncomingHttpHeaders,
): Recognized | undefined {
  if (!takesBoth(headers.accept)) return undefined;
  const request = requestIn(message);
  if (request === undefined) return undefined;
  const hasSession = headers["mcp-session-id"] !== undefined;
  if (isLegacy(request, headers)) {
    return { era: "legacy", ...request, capabilities: undefined, hasSession };
  }
  const capabilities = own(request.meta, capabilitiesKey);
  if (hasSession || !areCapabilities(capabilities) || !isModern(request, headers)) return undefined;
  return { era: "modern", ...request, capabilities, hasSession };
}

function requestIn(message: JsonObject): Request | undefined {
  const { id, method, params = {} } = message;
  if (!isFrequent(method) || !isId(id) || saysMore(message)) return undefined;
  if (!isJsonObject(params) || !areRecognized(params, method)) return undefined;
  const meta = metaIn(params);
  return meta && { method, id, params, meta };
}

/** Returns true if a message has more members than every request has. */
function saysMore(message: JsonObject): boolean {
  return Object.keys(message).length > (Object.hasOwn(message, "params") ? 4 : 3);
}

const paramKeys: ReadonlySet<string> = new Set(["name", "arguments", "_meta"]);

/** Returns false for answers to questions, tasks and pages, which belong to the other lane. */
function areRecognized(params: JsonObject, method: Recognized["method"]): boolean {
  if (!Object.keys(params).every((key) => paramKeys.has(key))) return false;
  return method !== "tools/call" || typeof own(params, "name") === "string";
}

function metaIn(params: JsonObject): JsonObject | undefined {
  const meta = own(params, "_meta") ?? {};
  return isJsonObject(meta) && !wantsToHear(meta) ? meta : undefined;
}

/** Returns true if the sender wants messages before the answer. */
function wantsToHear(meta: JsonObject): boolean {
  return Object.hasOwn(meta, "progressToken") || Object.hasOwn(meta, logLevelKey);
}

function isFrequent(method: JsonValue | undefined): method is Recognized["method"] {
  return (
    method === "tools/call" ||
    method === "tools/list" ||
    method === "ping" ||
    method === "server/discover"
  );
}

function isId(id: JsonValue | undefined): id is Recognized["id"] {
  return typeof id === "string" || typeof id === "number";
}

function isModern({ method, params, meta }: Request, headers: IncomingHttpHeaders): boolean {
  return (
    method !== "ping" &&
    headers["mcp-protocol-version"] === modernVersion &&
    own(meta, versionKey) === modernVersion &&
    Object.keys(meta).every(isKnownKey) &&
    isSender(own(meta, clientInfoKey)) &&
    headers["mcp-method"] === method &&
    (method !== "tools/call" || namesTool(own(params, "name"), headers))
  );
}

/** Accepts the protocol's keys about the sender. Any other reserved key is unknown to us. */
function isKnownKey(key: string): boolean {
  return !key.startsWith(reserved) || senderKeys.has(key);
}

function areCapabilities(declared: JsonValue | undefined): declared is JsonObject {
  return (
    isJsonObject(declared) &&
    Object.entries(declared).every(([name, value]) =>
      name === "extensions" ? areExtensions(value) : isCapability(value),
    )
  );
}

/** Accepts any settings: those of unknown extensions are dropped. */
function areExtensions(declared: JsonValue): boolean {
  return isJsonObject(declared) && Object.values(declared).every(isJsonObject);
}

/** Accepts capabilities as clients usually write them: known words without settings. */
function isCapability(declared: JsonValue): boolean {
  if (!isJsonObject(declared)) return false;
  return Object.entries(declared).every(([word, value]) =>
    word === "listChanged" ? typeof value === "boolean" : isEmptyObject(value),
  );
}

function isEmptyObject(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** Accepts a missing sender, or one with name and version only. Anything more is rare. */
function isSender(info: JsonValue | undefined): boolean {
  if (info === undefined) return true;
  return (
    isJsonObject(info) &&
    typeof own(info, "name") === "string" &&
    typeof own(info, "version") === "string" &&
    Object.values(info).every((each) => typeof each === "string")
  );
}

// A name that needs encoding, or parameters sent as headers, are left to the other lane.
function namesTool(name: JsonValue | undefined, headers: IncomingHttpHeaders): boolean {
  return (
    typeof name === "string" &&
    headers["mcp-name"] === name &&
    !name.startsWith("=?") &&
    !Object.keys(headers).some((header) => header.startsWith("mcp-param-"))
  );
}

function isLegacy({ method, meta }: Request, headers: IncomingHttpHeaders): boolean {
  const version = headers["mcp-protocol-version"];
  return (
    method !== "server/discover" &&
    typeof version === "string" &&
    legacyVersions.includes(version) &&
    headers["mcp-method"] === undefined &&
    !Object.keys(meta).some((key) => key.startsWith(reserved))
  );
}

function takesBoth(accept: string | undefined): boolean {
  return (
    accept !== undefined &&
    accept.includes("application/json") &&
    accept.includes("text/event-stream")
  );
}
