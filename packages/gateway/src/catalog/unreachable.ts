import type { UpstreamWords } from "@toolcourt/contracts/internal/errors/quotation";
import { hasCode, isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { ServerPolicy } from "./tool-config.ts";
import { isPlain } from "./tool-state.ts";

/**
 * Creates the refusal to start without a server. States the reason in our own words and keeps the
 * error as the cause. `wrote` is the server's own text, cleaned.
 */
export function unreachable(
  { name, address }: Pick<ServerPolicy, "name" | "address">,
  error: unknown,
  wrote?: UpstreamWords,
): Refusal<"server-unreachable"> {
  const next = repairFor(error, name);
  const details = {
    server: name,
    address,
    because: becauseOf(error),
    ...(next && { next }),
    ...(wrote && { wrote }),
  };
  return new Refusal("server-unreachable", details, { cause: error });
}

/** Returns why a server failed, in our own words, as a part of a sentence. */
export function becauseOf(error: unknown): string {
  const denied = deniedIn(error);
  return denied === undefined ? reasonOf(error) : reasonIn(denied);
}

/** Returns the command that repairs the credential, if the server failed for want of one. */
export function repairFor(error: unknown, server: string): string | undefined {
  return deniedIn(error)?.next ?? loginFor(error, server);
}

/** Returns the command to sign in, if the server asks for a login. */
function loginFor(error: unknown, server: string): string | undefined {
  const asksForLogin = causesOf(error).some((each) => httpStatusOf(each) === 401);
  return asksForLogin && isPlain(server) ? `toolcourt connections login ${server}` : undefined;
}

/** Returns the refusal of a credential or a sandbox, which has a next step of its own. */
function deniedIn(error: unknown): Refusal | undefined {
  const causes = causesOf(error);
  return causes.map(refusalIn).find(isRefusal) ?? causes.find(isSandboxRefusal);
}

/** A sandbox that became unavailable while the gateway runs. */
function isSandboxRefusal(error: Error): error is Refusal<"sandbox-unavailable"> {
  return hasCode(error, "sandbox-unavailable");
}

function refusalIn(error: Error): unknown {
  const fault: unknown = Reflect.get(error, "fault");
  return typeof fault === "object" && fault !== null ? Reflect.get(fault, "refusal") : undefined;
}

/** Returns the message of a refusal as a part of a sentence. */
function reasonIn({ message }: Refusal): string {
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
  ["REQUEST_TIMEOUT", "there was no answer in time"],
  ["UND_ERR_CONNECT_TIMEOUT", "there was no answer in time"],
  ["UND_ERR_HEADERS_TIMEOUT", "there was no answer in time"],
  ["UND_ERR_SOCKET", "the connection was cut"],
  ["address-refused", "the host lies at an address that requests never go to"],
  ["ENOENT", "there is no such command"],
  ["ENOTDIR", "there is no such folder to start the command in"],
  ["EACCES", "the command may not be run"],
  ["EPINNED", "a file of the command is not the one that was pinned"],
  ["EINSTALL", "its package could not be installed"],
  ["ENOBIN", "its package has no program of that name"],
  ["ENDED", "its process ended"],
  ["SANDBOX_MEMORY", "it was ended, because it used more than the memory of its sandbox"],
  ["SANDBOX_PROCESSES", "it was ended, because it had more than the processes of its sandbox"],
  ["SANDBOX_UNWATCHED", "it was ended, because its sandbox could not be watched"],
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
  for (const each of causesOf(error)) {
    const reason = ownReason(each);
    if (reason !== undefined) return reason;
  }
  return "it did not answer as an MCP server should";
}

/** Returns an error and its causes, the outermost first. */
function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  let inner = error;
  while (causes.length < deepest && inner instanceof Error) {
    causes.push(inner);
    inner = inner instanceof AggregateError ? inner.errors[0] : inner.cause;
  }
  return causes;
}

function ownReason(error: Error): string | undefined {
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string") {
    const reason = reasons.get(code);
    if (reason !== undefined) return `${reason} (${code})`;
  }
  const status = httpStatusOf(error);
  if (status === undefined) return faultReason(Reflect.get(error, "fault"));
  const asks = status === 401 ? "it asks for a login, " : "";
  return `${asks}it answered with the HTTP status ${status}`;
}

const faults: ReadonlyMap<unknown, string> = new Map([
  [
    "too-complex",
    "a list or another message is too long: it may have 50000 keys, 250000 values and 64 levels",
  ],
  ["garbled", "it sent something that is not an MCP message, or too much at once"],
]);

function faultReason(fault: unknown): string | undefined {
  if (typeof fault !== "object" || fault === null) return undefined;
  const kind: unknown = Reflect.get(fault, "kind");
  const numberOf = (key: string): number => Number(Reflect.get(fault, key));
  if (kind === "rpc") return `it answered with the error ${numberOf("code")}`;
  if (kind !== "list-too-long") return faults.get(kind);
  const most = `${numberOf("entries")} tools on ${numberOf("pages")} pages`;
  return `its list of tools is too long: at most ${most} are read; max_tools changes that`;
}

function httpStatusOf(error: Error): number | undefined {
  return statusOf(Reflect.get(error, "fault")) ?? statusOf(error);
}

function statusOf(value: unknown): number | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const status: unknown = Reflect.get(value, "status");
  return typeof status === "number" ? status : undefined;
}
