import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { labelOf, whyUnreadable } from "@toolcourt/gateway/internal/boundary/files/read-file";
import type { CommandContext } from "../../command.ts";

/** Far above any line that we write. */
const longestLine = 1024 * 1024;

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
    if (rest.length > longestLine) {
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
