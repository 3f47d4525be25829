import { type FileHandle, open, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { codeOf } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { whyUnwritable } from "@toolcourt/gateway/internal/boundary/files/write-file";
import type { CommandContext } from "../../command.ts";

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
