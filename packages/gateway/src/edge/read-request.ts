import type { IncomingMessage } from "node:http";
import type { JsonObject } from "@toolcourt/sdk";
import { nextTurn } from "../foundation/kernel/next-turn.ts";
import { parseError, readMessage } from "../protocol/read-message.ts";
import { agreesWithHeaders } from "./param-headers.ts";
import { type BodyReading, readBody } from "./read-body.ts";
import { settleRepeats } from "./repeated-headers.ts";

export type RequestReading =
  /** Without a message where the protocol asks for none, or where its own handler has the better answer. */
  { readonly kind: "passed"; readonly message?: JsonObject } | RefusedReading;

export interface RefusedReading {
  readonly kind: "refused";
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly id?: string | number;
  /** What HTTP wants to be told besides. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is said to headers that do not agree with the body, with the protocol's own number for that. */
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

/** Reads the message of a request once, strictly, before anybody acts on it. */
export async function readRequest(
  request: IncomingMessage,
  /** The tools that the sender of a request gets to see. */
  listed: (request: IncomingMessage) => readonly JsonObject[],
): Promise<RequestReading> {
  const unreadable = unreadableIn(request);
  if (unreadable !== undefined) return unreadable;
  if (request.method !== "POST" || !isJson(request)) return { kind: "passed" };
  const body = await readBody(request, maxBodyBytes);
  if (body.kind !== "text") return refusedBodies[body.kind];
  const reading = readMessage(body.text);
  if (reading.kind === "refused") return { ...reading, status: 400 };
  // Much takes long to read, and long to act on. Other calls have their turn between the two.
  if (body.text.length > largeText) await nextTurn();
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
/** What the protocol's SDK says to a method or a kind of content that it does not take. */
const notTaken = -32_000;

/** What nobody behind us would read as we do. */
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
