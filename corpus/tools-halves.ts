import { hash } from "node:crypto";

/**
 * The half of a source. Texts and tools of one source are alike, so a source is never split. The
 * wording rules were written with the first half in view, and the second one was not read.
 */
export type Half = "read" | "unread";

export const halves: readonly Half[] = ["read", "unread"];

/** Returns the half of a source: by the first byte of its hash. */
export function halfOf(source: string): Half {
  return hash("sha256", source, "buffer").readUInt8(0) % 2 === 0 ? "read" : "unread";
}
