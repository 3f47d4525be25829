import type { OpenFile } from "./open-beneath.ts";
import { refused } from "./refused.ts";

/** One mebibyte. */
export const maxFileBytes = 1_048_576;

export interface FileText {
  readonly content: string;
  readonly size: number;
}

/** Returns the whole text of an open file, never a part of it. */
export async function readText(file: OpenFile): Promise<FileText> {
  if (file.size > maxFileBytes) throw refused("file-too-large");
  // One byte more than expected, to notice a growing file without following it.
  const buffer = new Uint8Array(file.size + 1);
  const size = await fill(file, buffer);
  if (size > maxFileBytes) throw refused("file-too-large");
  if (size !== file.size) throw refused("file-changing");
  return { content: decode(buffer.subarray(0, size)), size };
}

async function fill(file: OpenFile, buffer: Uint8Array): Promise<number> {
  let filled = 0;
  while (filled < buffer.length) {
    const count = await file.read(buffer, filled);
    if (count === 0) return filled;
    filled += count;
  }
  return filled;
}

function decode(bytes: Uint8Array): string {
  try {
    // A byte order mark is part of the text, which must be returned unchanged.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw refused("not-text", error);
  }
}
