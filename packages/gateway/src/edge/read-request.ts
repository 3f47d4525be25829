import type { IncomingMessage } from "node:http";
import { yieldToLoop } from "@toolcourt/contracts/internal/kernel/yield-to-loop";
import type { JsonObject } from "@toolcourt/sdk";
import { parseError, readMessage } from "../protocol/read-message.ts";
import { agreesWithHeaders } from "./param-headers.ts";
import { type BodyReading, readBody } from "./read-body.ts";
import { settleRepeats } from "./repeated-headers.ts";

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
