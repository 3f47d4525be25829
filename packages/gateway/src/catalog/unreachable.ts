import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { ServerPolicy } from "./tool-config.ts";

/**
 * Creates the refusal to start without a server. States the reason in our own words and keeps the
 * error as the cause.
 */
export function unreachable(
  { name, address }: Pick<ServerPolicy, "name" | "address">,
  error: unknown,
): Refusal<"server-unreachable"> {
  const denied = deniedIn(error);
  const because = denied === undefined ? reasonOf(error) : reasonIn(denied);
  const details = { server: name, address, because, ...(denied && { next: denied.next }) };
  return new Refusal("server-unreachable", details, { cause: error });
}

/** Returns the refusal of a missing or refused credential, which has a next step of its own. */
function deniedIn(error: unknown): Refusal | undefined {
  const fault: unknown = error instanceof Error ? Reflect.get(error, "fault") : undefined;
  const refusal: unknown =
    typeof fault === "object" && fault !== null ? Reflect.get(fault, "refusal") : undefined;
  return isRefusal(refusal) ? refusal : undefined;
}

/** Returns the message of a refusal as a part of a sentence. */
export function reasonIn({ message }: Refusal): string {
  return message.replace(/^The(?:re)? /, (word) => word.toLowerCase()).replace(/\.$/, "");
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "the connection was refused"],
  ["ECONNRESET", "the connection was cut"],
  ["EPIPE", "the connection was cut"],
  ["ENOTFOUND", "there is no host of that name"],
  ["EAI_AGAIN", "the name of the host could not be looked up"],
  ["EHOSTUNREACH", "there is no way to the host"],
  ["ENETUNREACH", "there is no way to the host"],
  ["ETIMEDOUT", "there was no answer in time"],
  ["UND_ERR_CONNECT_TIMEOUT", "there was no answer in time"],
  ["UND_ERR_HEADERS_TIMEOUT", "there was no answer in time"],
  ["UND_ERR_SOCKET", "the connection was cut"],
  ["address-refused", "the host lies at an address that requests never go to"],
  ["ENOENT", "there is no such command"],
  ["ENOTDIR", "there is no such folder to start the command in"],
  ["EACCES", "the command may not be run"],
  ["EPINNED", "a file of the command is not the one that was pinned"],
  ["EXITED", "the command ended before it answered"],
  ["CERT_HAS_EXPIRED", "the certificate of the host has expired"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "the certificate of the host is not trusted"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "the certificate of the host is not trusted"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "the certificate of the host is not trusted"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "the certificate belongs to another host"],
]);

/** Errors get wrapped, so the reason may lie several causes deep. */
const deepest = 8;

function reasonOf(error: unknown): string {
  let inner = error;
  for (let depth = 0; depth < deepest && inner instanceof Error; depth += 1) {
    const reason = ownReason(inner);
    if (reason !== undefined) return reason;
    inner = inner instanceof AggregateError ? inner.errors[0] : inner.cause;
  }
  return "it did not answer as an MCP server should";
}

function ownReason(error: Error): string | undefined {
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string") {
    const reason = reasons.get(code);
    if (reason !== undefined) return `${reason} (${code})`;
  }
  const fault: unknown = Reflect.get(error, "fault");
  const status = statusOf(fault) ?? statusOf(error);
  return status === undefined ? faultReason(fault) : `it answered with the HTTP status ${status}`;
}

const faults: ReadonlyMap<unknown, string> = new Map([
  ["list-too-long", "its list of tools is too long: at most 500 tools on 64 pages are read"],
  [
    "too-complex",
    "a list or another message is too long: it may have 50000 keys, 250000 values and 64 levels",
  ],
  ["garbled", "it sent something that is not an MCP message, or too much at once"],
]);

function faultReason(fault: unknown): string | undefined {
  return typeof fault === "object" && fault !== null
    ? faults.get(Reflect.get(fault, "kind"))
    : undefined;
}

function statusOf(value: unknown): number | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const status: unknown = Reflect.get(value, "status");
  return typeof status === "number" ? status : undefined;
}
