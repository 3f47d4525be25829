import { SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import type { Clock } from "../../kernel/clock.ts";
import { knownIn } from "../to-upstream-error.ts";
import { UpstreamError, type UpstreamFault } from "../upstream.ts";
import type { Ticket } from "./ticket.ts";

/** Says honestly how far a failed request came. */
export function toHttpError(error: unknown, ticket: Ticket, clock: Clock): UpstreamError {
  const known = knownIn(error);
  if (known !== undefined) return known;
  return new UpstreamError(faultOf(error, ticket, clock), { cause: error });
}

function faultOf(error: unknown, ticket: Ticket, clock: Clock): UpstreamFault {
  const status = ticket.status ?? statusInText(error);
  if (status === undefined) return neverSent(error) ? { kind: "unreachable" } : { kind: "lost" };
  if (status >= 400) return refusedWith(error, status, retryAfterMs(ticket.retryAfter, clock));
  return isJunk(error) ? { kind: "garbled" } : { kind: "lost" };
}

// The SDK's transport for old servers has no other way to say it.
function statusInText(error: unknown): number | undefined {
  const found =
    error instanceof Error ? /^Error POSTing .*\(HTTP (\d{3})\)/.exec(error.message) : null;
  return found === null ? undefined : Number(found[1]);
}

/** A protocol error may come with a status of its own, such as 404 for a method that is not there. */
function refusedWith(error: unknown, status: number, afterMs: number | undefined): UpstreamFault {
  const code = error instanceof SdkHttpError ? rpcCodeIn(error.data["text"]) : undefined;
  if (code !== undefined) return { kind: "rpc", code };
  return { kind: "http", status, ...(afterMs !== undefined && { retryAfterMs: afterMs }) };
}

function rpcCodeIn(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const body = parsed(text);
  // Without an id it answers nothing of ours: a proxy or a session layer said it.
  if (!isJsonObject(body) || typeof own(body, "id") !== "number") return undefined;
  const error = own(body, "error");
  const code = isJsonObject(error) ? own(error, "code") : undefined;
  return Number.isSafeInteger(code) ? Number(code) : undefined;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const whileConnecting = new Set(["ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** Names that do not resolve, ports that do not answer, certificates that do not fit. */
function neverSent(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError) return cause.errors.every(isConnectFailure);
  return isConnectFailure(cause);
}

function isConnectFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("syscall" in error && error.syscall === "connect") return true;
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" && (whileConnecting.has(code) || isCertificateFailure(code));
}

function isCertificateFailure(code: string): boolean {
  return /^ERR_TLS_|CERT|UNABLE_TO_VERIFY/.test(code);
}

function isJunk(error: unknown): boolean {
  if (error instanceof SdkError) return error.code === SdkErrorCode.ClientHttpUnexpectedContent;
  return (
    error instanceof Error && (error.name === "SyntaxError" || error.name.endsWith("ZodError"))
  );
}

/** Seconds or a date, as the header has it; anything else says nothing. */
export function retryAfterMs(header: string | undefined, clock: Clock): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - clock.now());
}
