import { hash } from "node:crypto";

/**
 * The SHA-256 of bytes or of a text. By way of a text that has a character for each byte: the memory that
 * the hash gets for a buffer of its own costs as much as the hash, and here are hashed several rows a call.
 */
export function sha256(input: Uint8Array | string): Buffer {
  return Buffer.from(hash("sha256", input, "binary"), "binary");
}
