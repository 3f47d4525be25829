import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";

export type Era = "modern" | "legacy";

/** The first version without sessions: every request describes its sender. */
export const modernVersion = "2026-07-28";

/**
 * Returns true if neither the message nor its headers mention the modern era. Without a message
 * only headers count.
 */
export function isLegacy(message: JsonObject | undefined, headers: IncomingHttpHeaders): boolean {
  const version = headers["mcp-protocol-version"];
  // Versions are dates, so they sort as text.
  if (typeof version === "string" && version >= modernVersion) return false;
  const params = message === undefined ? undefined : own(message, "params");
  const meta = isJsonObject(params) ? own(params, "_meta") : undefined;
  return !isJsonObject(meta) || !Object.hasOwn(meta, versionKey);
}

/** The protocol's reserved prefix in metadata. */
export const reserved = "io.modelcontextprotocol/";

/** Keys by which a modern request describes its sender. */
export const versionKey = `${reserved}protocolVersion`;
export const capabilitiesKey = `${reserved}clientCapabilities`;
export const clientInfoKey = `${reserved}clientInfo`;

/** Key of a modern request's wanted log level. */
export const logLevelKey = `${reserved}logLevel`;

/** Key of the server's info in a modern result. */
export const serverInfoKey = `${reserved}serverInfo`;
