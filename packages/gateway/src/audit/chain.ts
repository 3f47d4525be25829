import { hash } from "node:crypto";
import type { Link } from "../stores/audit-store.ts";

/** The name of the format. It is hashed with every row, so no row of another format fits into a chain. */
export const formatName = "toolcourt-audit-v1";

/** Where a thread finds `link`. */
export const linkModule: string = import.meta.url;

const prefix = Buffer.from(`${formatName}\0`);
const noRow = Buffer.alloc(32);
const leafMark = Buffer.of(0);

/** The leaf of a row in the tree of RFC 6962. It depends on the body alone. */
export function leafOf(body: Uint8Array | string): Buffer {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return hash("sha256", Buffer.concat([leafMark, bytes]), "buffer");
}

/** The hash of a row: changes with its body and with every row before it. */
export const link: Link = (previous, body) => linkOf(previous, leafOf(body));

export function linkOf(previous: string | undefined, leaf: Uint8Array): string {
  const before = previous === undefined ? noRow : Buffer.from(previous, "hex");
  return hash("sha256", Buffer.concat([prefix, before, leaf]), "hex");
}
