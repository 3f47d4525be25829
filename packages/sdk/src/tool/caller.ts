import { isJsonObject, type JsonValue, own } from "../contract/json.ts";

/** The client's self-reported name. A hint for logs only: no decision depends on it. */
export interface Agent {
  readonly name: string;
  readonly version: string;
}

const clientInfoKey = "io.modelcontextprotocol/clientInfo";
const maxLength = 200;

/**
 * Returns the self-reported client. Modern requests carry it in reserved metadata keys. Legacy
 * clients send it once, in the handshake.
 *
 * @example
 * ```ts
 * const meta = { "io.modelcontextprotocol/clientInfo": { name: "editor", version: "2.1.0" } };
 * agentOf(meta, undefined); // { name: "editor", version: "2.1.0" }
 * agentOf(undefined, undefined); // { name: "unknown", version: "0.0.0" }
 * ```
 */
export function agentOf(
  envelope: JsonValue | undefined,
  greeted: Partial<Agent> | undefined,
): Agent {
  const named = isJsonObject(envelope) ? own(envelope, clientInfoKey) : undefined;
  const { name, version } = isJsonObject(named) ? named : { ...greeted };
  return { name: textOr(name, "unknown"), version: textOr(version, "0.0.0") };
}

// A W3C traceparent carries 32 hex digits: a UUID without dashes. Later versions may append fields.
// Version 00 may not.
const traceparent =
  /^(?!ff)(?!00.{53}.)[0-9a-f]{2}-(?!0{32})([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/**
 * Returns the trace id from a request's metadata, as a UUID.
 *
 * @example
 * ```ts
 * const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
 * traceIdOf({ traceparent }); // "4bf92f35-77b3-4da6-a3ce-929d0e0e4736"
 * ```
 */
export function traceIdOf(meta: JsonValue | undefined): string | undefined {
  const sent = isJsonObject(meta) ? own(meta, "traceparent") : undefined;
  return typeof sent === "string" ? traceparent.exec(sent)?.slice(1, 6).join("-") : undefined;
}

function textOr(value: JsonValue | undefined, otherwise: string): string {
  if (typeof value !== "string" || value === "") return otherwise;
  return value.slice(0, maxLength).toWellFormed();
}
