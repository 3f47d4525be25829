import { hash } from "node:crypto";
import type { Link, LinkSteps } from "../../stores/audit-store.ts";

/**
 * The format's name. It is part of every row's hash, so no row of another format fits into a chain.
 */
export const formatName = "toolcourt-audit-v1";

/** The module from which a worker thread imports `link`. */
export const linkModule: string = import.meta.url;

const prefix = Buffer.from(`${formatName}\0`);
const hashBytes = 32;

/** Returns the RFC 6962 leaf of a row. It depends on the body alone. */
export function leafOf(body: Uint8Array | string): Buffer {
  return typeof body === "string"
    ? Buffer.from(leafTextOf(body), "binary")
    : sha256(Buffer.concat([leafMark, body]));
}

const leafMark = Buffer.of(0);

/** The same as a binary string. The hash encodes a text itself, which is twice as fast. */
function leafTextOf(body: string): string {
  return hash("sha256", `\0${body}`, "binary");
}

/** Hashes a row with its predecessor: it changes with its body and with every earlier row. */
export const link: Link = (previous, body) => {
  const leaf = leafTextOf(body);
  return { hash: linkOf(previous, leaf), leaf };
};

/** For PostgreSQL, where a function of the schema computes the same hash. */
export const linkSteps: LinkSteps = { leafOf: leafTextOf, hashOf: linkOf, prefix };

export function linkOf(previous: string | undefined, leaf: Uint8Array | string): string {
  hashed.fill(0, prefix.length);
  if (previous !== undefined) hashed.write(previous, prefix.length, "hex");
  if (typeof leaf === "string") hashed.write(leaf, prefix.length + hashBytes, "binary");
  else hashed.set(leaf, prefix.length + hashBytes);
  return hash("sha256", hashed, "hex");
}

// Reused for every row: allocating one would cost as much as hashing.
const hashed = Buffer.concat([prefix, Buffer.alloc(2 * hashBytes)]);

/**
 * Hashes bytes or a text with SHA-256. Goes through a binary string: allocating a buffer costs as
 * much as the hash, and each call hashes several rows.
 */
export function sha256(input: Uint8Array | string): Buffer {
  return Buffer.from(hash("sha256", input, "binary"), "binary");
}
