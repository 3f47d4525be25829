import { hash } from "node:crypto";
import { canonicalJson } from "./canonical.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** What a contract's digest covers: whose tool it is, what was received, and what the operator laid over it. */
export interface Digested {
  readonly server: string;
  readonly asReceived: JsonObject;
  readonly overlay?: JsonObject;
}

/** The same text for the same contract, whatever the order of its keys. */
export function contractDigest({ server, asReceived, overlay }: Digested): string {
  return digestOf({ server, asReceived, ...(overlay === undefined ? {} : { overlay }) });
}

/** SHA-256 over the RFC 8785 form of any JSON value. */
export function digestOf(value: JsonValue): string {
  return `sha256:${hash("sha256", canonicalJson(value), "hex")}`;
}
