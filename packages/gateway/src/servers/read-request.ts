import type { IncomingMessage } from "node:http";
import type { JsonObject } from "@toolcourt/sdk";
import { parseError, readMessage } from "../wire/read-message.ts";
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

/** The protocol's own number for headers that do not agree with the body. */
const headerMismatch = -32_020;
const maxBodyBytes = 4 * 1024 * 1024;

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
  const { message: sent } = reading;
  if (!settleRepeats(request) || !agreesWithHeaders(sent, request.headers, listed(request))) {
    const message = "Send each header once, with the same arguments as in the body.";
    return { kind: "refused", status: 400, code: headerMismatch, message };
  }
  return { kind: "passed", message: sent };
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
