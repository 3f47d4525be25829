import { createReadStream } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import {
  codeOf,
  labelOf,
  whyUnreadable,
} from "@toolcourt/gateway/internal/boundary/files/read-file";
import { whyUnwritable } from "@toolcourt/gateway/internal/boundary/files/write-file";
import type { CommandContext } from "../../command.ts";

/** Far above any line that we write. */
const maxLineLength = 1024 * 1024;

/**
 * Reads the lines of a file of any size, or of standard input for `-`. Each byte becomes one
 * character, and each line keeps its line feed. An overlong line comes in pieces.
 */
export async function* readLines(file: string, context: CommandContext): AsyncGenerator<string> {
  const { folder, signal, readInput } = context;
  const chunks = file === "-" ? readInput() : createReadStream(resolve(folder, file), { signal });
  let rest = "";
  for await (const chunk of orRefused(chunks, labelOf(file))) {
    const lines = (rest + Buffer.from(chunk).toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield `${line}\n`;
    if (rest.length > maxLineLength) {
      yield rest;
      rest = "";
    }
  }
  if (rest !== "") yield rest;
}

async function* orRefused(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (cause) {
    throw new Refusal("file-unreadable", { file, because: whyUnreadable(cause) }, { cause });
  }
}

const atOnce = 64 * 1024;

/**
 * Writes lines to a new file with backpressure, and returns their number. Never overwrites a file.
 */
export async function writeLines(
  path: string,
  lines: AsyncIterable<string>,
  { folder }: Pick<CommandContext, "folder">,
): Promise<number> {
  const refuse = (cause: unknown): never => {
    const because = codeOf(cause) === "EEXIST" ? "exists" : whyUnwritable(cause);
    throw new Refusal("write-failed", { file: printable(path), because }, { cause });
  };
  const target = resolve(folder, path);
  await using file = await open(target, "wx", 0o600).catch(refuse);
  try {
    return await addLines(file, lines, refuse);
  } catch (error) {
    // A partial file would obstruct the next attempt and could be mistaken for a complete one.
    await rm(target, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function addLines(
  file: FileHandle,
  lines: AsyncIterable<string>,
  refuse: (cause: unknown) => never,
): Promise<number> {
  let count = 0;
  let text = "";
  for await (const line of lines) {
    count += 1;
    text += `${line}\n`;
    if (text.length < atOnce) continue;
    await file.appendFile(text).catch(refuse);
    text = "";
  }
  await file.appendFile(text).catch(refuse);
  await file.sync().catch(refuse);
  return count;
}
