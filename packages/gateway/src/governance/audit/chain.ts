import { hash } from "node:crypto";
import type { Link } from "../../stores/audit-store.ts";
import { sha256 } from "./sha256.ts";

/** The name of the format. It is hashed with every row, so no row of another format fits into a chain. */
export const formatName = "toolcourt-audit-v1";

/** Where a thread finds `link`. */
export const linkModule: string = import.meta.url;

const prefix = Buffer.from(`${formatName}\0`);
const hashBytes = 32;

/** The leaf of a row in the tree of RFC 6962. It depends on the body alone. */
export function leafOf(body: Uint8Array | string): Buffer {
  return typeof body === "string"
    ? Buffer.from(leafTextOf(body), "binary")
    : sha256(Buffer.concat([leafMark, body]));
}

const leafMark = Buffer.of(0);

/** The same with a character for each byte. A text is turned into bytes by the hash itself, which is twice as fast. */
function leafTextOf(body: string): string {
  return hash("sha256", `\0${body}`, "binary");
}

/** The hash of a row: changes with its body and with every row before it. */
export const link: Link = (previous, body) => {
  const leaf = leafTextOf(body);
  return { hash: linkOf(previous, leaf), leaf };
};

export function linkOf(previous: string | undefined, leaf: Uint8Array | string): string {
  hashed.fill(0, prefix.length);
  if (previous !== undefined) hashed.write(previous, prefix.length, "hex");
  if (typeof leaf === "string") hashed.write(leaf, prefix.length + hashBytes, "binary");
  else hashed.set(leaf, prefix.length + hashBytes);
  return hash("sha256", hashed, "hex");
}

// Filled anew for every row: making one would cost as much as hashing it.
const hashed = Buffer.concat([prefix, Buffer.alloc(2 * hashBytes)]);
