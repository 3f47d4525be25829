import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

/** A request that is certainly one of the few that come all the time, and certainly well formed. */
export interface Recognized {
  readonly era: "modern" | "legacy";
  readonly method: "tools/call" | "tools/list";
  readonly id: string | number;
  readonly params: JsonObject;
  readonly meta: JsonObject;
}

const modern = "2026-07-28";
const legacy = ["2025-11-25", "2025-06-18", "2025-03-26"];
const versionKey = "io.modelcontextprotocol/protocolVersion";
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

type Request = Omit<Recognized, "era">;

/**
 * Undefined whenever there is the least doubt: a version or a header that does not agree with the body,
 * a session, progress, a method of another kind. The other lane knows what to say to those.
 */
export function recognize(
  message: JsonObject,
  headers: IncomingHttpHeaders,
): Recognized | undefined {
  if (!takesBoth(headers.accept) || headers["mcp-session-id"] !== undefined) return undefined;
  const request = requestIn(message);
  if (request === undefined) return undefined;
  if (isModern(request, headers)) return { era: "modern", ...request };
  return isLegacy(request.meta, headers) ? { era: "legacy", ...request } : undefined;
}

function requestIn({ id, method, params = {} }: JsonObject): Request | undefined {
  if (!isFrequent(method) || !isId(id) || !isJsonObject(params)) return undefined;
  const meta = own(params, "_meta") ?? {};
  if (!isJsonObject(meta) || Object.hasOwn(meta, "progressToken")) return undefined;
  return { method, id, params, meta };
}

function isFrequent(method: JsonValue | undefined): method is Recognized["method"] {
  return method === "tools/call" || method === "tools/list";
}

function isId(id: JsonValue | undefined): id is Recognized["id"] {
  return typeof id === "string" || typeof id === "number";
}

function isModern({ method, params, meta }: Request, headers: IncomingHttpHeaders): boolean {
  return (
    headers["mcp-protocol-version"] === modern &&
    own(meta, versionKey) === modern &&
    isJsonObject(own(meta, capabilitiesKey)) &&
    headers["mcp-method"] === method &&
    (method === "tools/list" || namesTool(own(params, "name"), headers)) &&
    !Object.hasOwn(params, "inputResponses") &&
    !Object.hasOwn(params, "requestState")
  );
}

// A name that needs encoding, and parameters that travel as headers, are for the other lane to compare.
function namesTool(name: JsonValue | undefined, headers: IncomingHttpHeaders): boolean {
  return (
    typeof name === "string" &&
    headers["mcp-name"] === name &&
    !name.startsWith("=?") &&
    !Object.keys(headers).some((header) => header.startsWith("mcp-param-"))
  );
}

function isLegacy(meta: JsonObject, headers: IncomingHttpHeaders): boolean {
  const version = headers["mcp-protocol-version"];
  return (
    typeof version === "string" &&
    legacy.includes(version) &&
    headers["mcp-method"] === undefined &&
    !Object.keys(meta).some((key) => key.startsWith("io.modelcontextprotocol/"))
  );
}

function takesBoth(accept: string | undefined): boolean {
  return (
    accept !== undefined &&
    accept.includes("application/json") &&
    accept.includes("text/event-stream")
  );
}
