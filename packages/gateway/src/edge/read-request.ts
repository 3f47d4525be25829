import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { yieldToLoop } from "@toolcourt/contracts/internal/kernel/yield-to-loop";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { modernVersion } from "../protocol/era.ts";
import { parseError, readMessage } from "../protocol/read-message.ts";

export type RequestReading =
  /** No message if the protocol requires none, or if the SDK's handler gives the better answer. */
  { readonly kind: "passed"; readonly message?: JsonObject } | RefusedReading;

export interface RefusedReading {
  readonly kind: "refused";
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly id?: string | number;
  /** Additional response headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Refusal for headers that contradict the body, with the protocol's own error code. */
const disagreed = {
  kind: "refused",
  status: 400,
  code: -32_020,
  message: "Send each header once, with the same arguments as in the body.",
} as const satisfies RefusedReading;
const maxBodyBytes = 4 * 1024 * 1024;
const largeText = 128 * 1024;

const refusedBodies = {
  "too-large": { kind: "refused", status: 413, code: parseError, message: "Send at most 4 MB." },
  "not-text": { kind: "refused", status: 400, code: parseError, message: "Send UTF-8 text." },
} as const satisfies Record<Exclude<BodyReading["kind"], "text">, RefusedReading>;

/** Reads the message of a request once and strictly, before any handler runs. */
export async function readRequest(
  request: IncomingMessage,
  /** Returns the tools visible to the sender of a request. */
  listed: (request: IncomingMessage) => readonly JsonObject[],
): Promise<RequestReading> {
  const unreadable = unreadableIn(request);
  if (unreadable !== undefined) return unreadable;
  if (request.method !== "POST" || !isJson(request)) return { kind: "passed" };
  const body = await readBody(request, maxBodyBytes);
  if (body.kind !== "text") return refusedBodies[body.kind];
  const reading = readMessage(body.text);
  if (reading.kind === "refused") return { ...reading, status: 400 };
  // A large message is slow to parse and slow to handle. Yield to other calls between the two.
  if (body.text.length > largeText) await yieldToLoop();
  const { message } = reading;
  return isAgreed(message, request, listed(request)) ? { kind: "passed", message } : disagreed;
}

function isAgreed(
  message: JsonObject,
  request: IncomingMessage,
  listed: readonly JsonObject[],
): boolean {
  return settleRepeats(request) && agreesWithHeaders(message, request.headers, listed);
}

const methods = ["POST", "GET", "DELETE"];
/** Error code of the SDK for an unsupported method or content type. */
const notTaken = -32_000;

/** Returns the refusal of a request that a handler behind us could read differently. */
function unreadableIn({ method = "", headers }: IncomingMessage): RefusedReading | undefined {
  if (!methods.includes(method)) {
    return { kind: "refused", status: 405, code: notTaken, message: "Method not allowed." };
  }
  if (headers["content-encoding"] === undefined) return undefined;
  return { kind: "refused", status: 415, code: notTaken, message: "Send plain JSON." };
}

function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "");
}

export type BodyReading =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "too-large" }
  | { readonly kind: "not-text" };

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads a body up to a limit. Stops reading once the body exceeds it. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<BodyReading> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
      resolve({ kind: "too-large" });
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else resolve({ kind: "too-large" });
    });
    request.on("error", reject);
    request.on("end", () => resolve(textOf(chunks)));
  });
}

function textOf(chunks: readonly Buffer[]): BodyReading {
  const [first, ...more] = chunks;
  try {
    const bytes = more.length === 0 ? first : Buffer.concat(chunks);
    return { kind: "text", text: utf8.decode(bytes) };
  } catch {
    return { kind: "not-text" };
  }
}

/**
 * Merges a protocol header that was sent more than once with the same value. Returns false if the
 * values differ: parsers that take the first or the last would see different requests.
 */
export function settleRepeats(request: IncomingMessage): boolean {
  if (saysAllOnce(request)) return true;
  for (const [name, values = []] of Object.entries(request.headersDistinct)) {
    if (values.length < 2 || !(name.startsWith("mcp-") || name === "content-type")) continue;
    if (new Set(values).size > 1) return false;
    request.headers[name] = values[0];
  }
  return true;
}

/**
 * Checks that a header was sent at most once. With two, a proxy in front of us may have trusted the
 * other one.
 */
export function sendsOnce(request: IncomingMessage, name: "host" | "authorization"): boolean {
  return saysAllOnce(request) || (request.headersDistinct[name]?.length ?? 0) < 2;
}

/** Fast path: as many names as raw lines means no header repeats. */
function saysAllOnce({ headers, rawHeaders }: IncomingMessage): boolean {
  return Object.keys(headers).length * 2 === rawHeaders.length;
}

/**
 * Tells whether arguments repeated in headers match those in the body. A proxy may route by the
 * header while a server acts on the body. Both must see the same call.
 */
export function agreesWithHeaders(
  message: JsonObject,
  headers: IncomingHttpHeaders,
  listed: readonly JsonObject[],
): boolean {
  const { method, params } = message;
  if (headers["mcp-protocol-version"] !== modernVersion || method !== "tools/call") return true;
  if (!isJsonObject(params)) return true;
  const schema = schemasIn(listed).get(params["name"]);
  if (schema === undefined) return true;
  const sent = new Map(declaredIn(schema, own(params, "arguments")));
  return [...sent].every(([name, value]) => matches(headers[`mcp-param-${name}`], value));
}

type Schemas = ReadonlyMap<JsonValue | undefined, JsonValue>;

const known = new WeakMap<readonly JsonObject[], Schemas>();

/**
 * Returns the schemas with header arguments by tool name. Cached: few tools have them, but every
 * call must check.
 */
function schemasIn(listed: readonly JsonObject[]): Schemas {
  const found = known.get(listed);
  if (found !== undefined) return found;
  const asking = listed.filter(({ inputSchema }) => !declaredIn(inputSchema, {}).next().done);
  const schemas = new Map(asking.map(({ name, inputSchema = {} }) => [name, inputSchema]));
  known.set(listed, schemas);
  return schemas;
}

/**
 * Yields the arguments with a header, by its lower-case name. Only arguments reachable through
 * `properties` can have one.
 */
function* declaredIn(
  schema: JsonValue | undefined,
  given: JsonValue | undefined,
): Generator<readonly [string, JsonValue | undefined]> {
  const properties = isJsonObject(schema) ? own(schema, "properties") : undefined;
  if (!isJsonObject(properties)) return;
  for (const [key, property] of Object.entries(properties)) {
    if (!isJsonObject(property)) continue;
    const value = isJsonObject(given) ? own(given, key) : undefined;
    const header = own(property, "x-mcp-header");
    if (typeof header === "string") yield [header.toLowerCase(), value];
    yield* declaredIn(property, value);
  }
}

function matches(
  header: string | readonly string[] | undefined,
  value: JsonValue | undefined,
): boolean {
  if (typeof value === "object" || value === undefined) return header === undefined;
  return typeof header === "string" && decoded(header) === String(value);
}

const wrapped = /^=\?base64\?(.*)\?=$/s;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Decodes values that a header cannot carry directly. Undefined if the encoding is malformed. */
function decoded(header: string): string | undefined {
  const [, inner] = wrapped.exec(header) ?? [];
  if (inner === undefined) return header;
  return base64.test(inner) ? Buffer.from(inner, "base64").toString("utf8") : undefined;
}
