import { isJsonObject, type JsonValue, own } from "../contract/json.ts";

/** The client as it calls itself. A hint for logs: nothing is decided by it. */
export interface Agent {
  readonly name: string;
  readonly version: string;
}

const clientInfoKey = "io.modelcontextprotocol/clientInfo";
const maxLength = 200;

/**
 * Who says to be calling. Modern requests name their client each, in the reserved keys of their
 * metadata; legacy ones named it once, when they greeted.
 */
export function agentOf(
  envelope: JsonValue | undefined,
  greeted: Partial<Agent> | undefined,
): Agent {
  const named = isJsonObject(envelope) ? own(envelope, clientInfoKey) : undefined;
  const { name, version } = isJsonObject(named) ? named : { ...greeted };
  return { name: textOr(name, "unknown"), version: textOr(version, "0.0.0") };
}

// A W3C traceparent carries 32 hex digits, which are a UUID without its dashes.
// Later versions may add to it; of this one there is no more.
const traceparent =
  /^(?!ff)(?!00.{53}.)[0-9a-f]{2}-(?!0{32})([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/** The trace that a request belongs to, from its metadata, as a UUID. */
export function traceIdOf(meta: JsonValue | undefined): string | undefined {
  const sent = isJsonObject(meta) ? own(meta, "traceparent") : undefined;
  return typeof sent === "string" ? traceparent.exec(sent)?.slice(1, 6).join("-") : undefined;
}

function textOr(value: JsonValue | undefined, otherwise: string): string {
  if (typeof value !== "string" || value === "") return otherwise;
  return value.slice(0, maxLength).toWellFormed();
}
