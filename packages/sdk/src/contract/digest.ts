import { hash } from "node:crypto";
import { canonicalJson } from "./canonical.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/**
 * The parts that a contract's digest covers: the tool's server, the received object, and the
 * operator's overlay.
 */
export interface Digested {
  readonly server: string;
  readonly asReceived: JsonObject;
  readonly overlay?: JsonObject;
}

/** Returns the digest of a contract, independent of the order of keys. */
export function contractDigest({ server, asReceived, overlay }: Digested): string {
  return digestOf({ server, asReceived, ...(overlay === undefined ? {} : { overlay }) });
}

/** Returns the SHA-256 of the RFC 8785 form of any JSON value. */
export function digestOf(value: JsonValue): string {
  return `sha256:${hash("sha256", canonicalJson(value), "hex")}`;
}
