import { hash } from "node:crypto";
import type { Link } from "../stores/audit-store.ts";
import { sha256 } from "./sha256.ts";

/** The name of the format. It is hashed with every row, so no row of another format fits into a chain. */
export const formatName = "toolcourt-audit-v1";

/** Where a thread finds `link`. */
export const linkModule: string = import.meta.url;

const prefix = Buffer.from(`${formatName}\0`);
const hashBytes = 32;

/** The leaf of a row in the tree of RFC 6962. It depends on the body alone. */
export function leafOf(body: Uint8Array | string): Buffer {
  // A text is turned into bytes by the hash itself, which is twice as fast.
  return sha256(typeof body === "string" ? `\0${body}` : Buffer.concat([leafMark, body]));
}

const leafMark = Buffer.of(0);

/** The hash of a row: changes with its body and with every row before it. */
export const link: Link = (previous, body) => linkOf(previous, leafOf(body));

export function linkOf(previous: string | undefined, leaf: Uint8Array): string {
  hashed.fill(0, prefix.length);
  if (previous !== undefined) hashed.write(previous, prefix.length, "hex");
  hashed.set(leaf, prefix.length + hashBytes);
  return hash("sha256", hashed, "hex");
}

// Filled anew for every row: making one would cost as much as hashing it.
const hashed = Buffer.concat([prefix, Buffer.alloc(2 * hashBytes)]);
