import { constants } from "node:fs";
import { open } from "node:fs/promises";

export type PrivateText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" | "unreadable" | "readable" };

/** Reads a file that only its owner can read. Says why if it cannot, without the system's text. */
export async function readPrivateText(path: string): Promise<PrivateText> {
  try {
    // Non-blocking: a pipe in place of the file would block forever.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    // Uses the open file: a check by name could see a different file than the read.
    const stats = await file.stat();
    if (!stats.isFile()) return { kind: "unreadable" };
    if ((stats.mode & 0o077) !== 0) return { kind: "readable" };
    return { kind: "text", text: await file.readFile("utf8") };
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return { kind: isMissing ? "missing" : "unreadable" };
  }
}
