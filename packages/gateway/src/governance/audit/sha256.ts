import { hash } from "node:crypto";

/**
 * Hashes bytes or a text with SHA-256. Goes through a binary string: allocating a buffer costs as
 * much as the hash, and each call hashes several rows.
 */
export function sha256(input: Uint8Array | string): Buffer {
  return Buffer.from(hash("sha256", input, "binary"), "binary");
}
