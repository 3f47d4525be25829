import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { Refusal } from "../errors/refusal.ts";
import type { Surroundings } from "./command.ts";
import { printable } from "./printable.ts";
import { codeOf } from "./read-file.ts";

const atOnce = 64 * 1024;

/** Writes lines to a new file, as fast as the disk takes them. Says how many. A file that exists stays as it is. */
export async function writeLines(
  path: string,
  lines: AsyncIterable<string>,
  { folder }: Surroundings,
): Promise<number> {
  const refuse = (cause: unknown): never => {
    const because = codeOf(cause) === "EEXIST" ? "exists" : "failed";
    throw new Refusal("write-failed", { file: printable(path), because }, { cause });
  };
  await using file = await open(resolve(folder, path), "wx", 0o600).catch(refuse);
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
