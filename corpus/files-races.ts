import { once } from "node:events";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type Ground, type PathCase, put } from "./files-setup.ts";

/** The result of a call: a file's text, or undefined for a refusal. */
export type Read = (path: string) => Promise<string | undefined>;

const tries = 1_000;
const outside = "what lies outside\n";

/** Swaps a file or its folder for a link. Returns whether no byte from outside came back. */
export async function survivesSwaps(
  ground: Ground,
  { path, setup }: PathCase,
  read: Read,
): Promise<boolean> {
  const inFolder = "race_dir" in setup;
  const swapped = join(ground.root, path);
  const file = inFolder ? join(swapped, "x.txt") : swapped;
  await put(file, "inside\n");
  await put(join(ground.base, "outside/x.txt"), outside);
  const target = join(ground.base, inFolder ? "outside" : "outside/x.txt");
  const swapper = new Worker(new URL("./files-swapper.ts", import.meta.url), {
    workerData: { swapped, target, aside: join(ground.base, "aside") },
  });
  ground.stack.defer(async () => {
    await swapper.terminate();
  });
  await once(swapper, "message");
  let leaks = 0;
  for (let i = 0; i < tries; i += 1) {
    const content = await read(inFolder ? `${path}/x.txt` : path);
    if (content === outside) leaks += 1;
  }
  return leaks === 0;
}

const limit = 1_048_576;

/** Grows a file past the limit during a read. Returns whether the read never exceeded the limit. */
export async function survivesGrowth(
  ground: Ground,
  { path }: PathCase,
  read: Read,
): Promise<boolean> {
  const file = join(ground.root, path);
  for (let i = 0; i < 20; i += 1) {
    await put(file, "a".repeat(limit - i));
    const [content] = await Promise.all([read(path), appendFile(file, "b".repeat(65_536))]);
    if (content !== undefined && content.length > limit) return false;
  }
  return true;
}
