import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const folder = resolve(import.meta.dirname, "corpus");

/** Reads the corpus of a target, the smallest input first. */
export async function readCorpus(target: string): Promise<readonly Buffer[]> {
  const files = await readdir(join(folder, target)).catch(() => []);
  const inputs = await Promise.all(files.map((file) => readFile(join(folder, target, file))));
  return inputs.toSorted((one, other) => one.length - other.length || one.compare(other));
}

/** Replaces the corpus of a target. A file's name is the beginning of its digest. */
export async function writeCorpus(target: string, inputs: readonly Buffer[]): Promise<void> {
  await rm(join(folder, target), { recursive: true, force: true });
  await mkdir(join(folder, target), { recursive: true });
  for (const input of inputs) {
    const name = createHash("sha256").update(input).digest("hex").slice(0, 16);
    await writeFile(join(folder, target, name), input);
  }
}
