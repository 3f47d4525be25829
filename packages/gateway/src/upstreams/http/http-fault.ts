import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { isBeforeSending } from "../../boundary/egress/open-egress.ts";
import { knownIn, rpcFaultOf } from "../to-upstream-error.ts";
import { UpstreamError, type UpstreamFault } from "../upstream.ts";
import { Refused } from "./response-reading.ts";

/** How far a request got before it failed. */
export interface Reached {
  status?: number | undefined;
  retryAfter?: string | undefined;
  /** The header `WWW-Authenticate`. */
  challenge?: string | undefined;
}

/** Converts a failure into an UpstreamError that claims no more than is known. */
export function toHttpError(error: unknown, reached: Reached, clock: Clock): UpstreamError {
  const known = knownIn(error);
  if (known !== undefined) return known;
  return new UpstreamError(faultOf(error, reached, clock), { cause: error });
}

function faultOf(error: unknown, reached: Reached, clock: Clock): UpstreamFault {
  const status = reached.status ?? statusInText(error);
  if (status === undefined) return neverSent(error) ? { kind: "unreachable" } : { kind: "lost" };
  if (status >= 400) return refusedWith(error, status, retryAfterMs(reached.retryAfter, clock));
  return error instanceof SyntaxError ? { kind: "garbled" } : { kind: "lost" };
}

// The SDK's old SSE transport reports the status only in its text.
function statusInText(error: unknown): number | undefined {
  const text = error instanceof Error ? error.message : "";
  const found = /^Error POSTing .*\(HTTP (\d{3})\)/.exec(text);
  return found === null ? undefined : Number(found[1]);
}

/**
 * Returns the fault of a refused request. A protocol error may come with a status of its own, such
 * as 404 for an unknown method.
 */
function refusedWith(error: unknown, status: number, afterMs: number | undefined): UpstreamFault {
  const fault = error instanceof Refused ? rpcFaultIn(error.body) : undefined;
  if (fault !== undefined) return fault;
  return { kind: "http", status, ...(afterMs !== undefined && { retryAfterMs: afterMs }) };
}

function rpcFaultIn(text: string): UpstreamFault | undefined {
  const body = parsed(text);
  // Without an id it is no answer to our request: it came from a proxy or a session layer.
  if (!isJsonObject(body) || typeof own(body, "id") !== "number") return undefined;
  return rpcFaultOf(own(body, "error"));
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns true if nothing was sent: failed DNS, closed ports, bad certificates, refused addresses.
 */
function neverSent(error: unknown): boolean {
  // `fetch` wraps the cause; our own requests do not.
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return isBeforeSending(error) || isBeforeSending(cause);
}

/** Parses seconds or a date. Undefined for anything else. */
export function retryAfterMs(header: string | undefined, clock: Clock): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = header.endsWith("GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - clock.now());
}
