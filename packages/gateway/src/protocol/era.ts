import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { versionKey } from "./reserved-keys.ts";

/** The first version without sessions, in which every request says all about its sender. */
export const modernVersion = "2026-07-28";

/** Whether neither the message nor its headers speak of the modern era. Without a message only headers can. */
export function isLegacy(message: JsonObject | undefined, headers: IncomingHttpHeaders): boolean {
  const version = headers["mcp-protocol-version"];
  // Versions are dates, so later ones are larger.
  if (typeof version === "string" && version >= modernVersion) return false;
  const params = message === undefined ? undefined : own(message, "params");
  const meta = isJsonObject(params) ? own(params, "_meta") : undefined;
  return !isJsonObject(meta) || !Object.hasOwn(meta, versionKey);
}
