import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { createSerial } from "@toolcourt/contracts/internal/kernel/serial";
import { placeOf } from "./descriptor-place.ts";
import { componentsOf } from "./path-rules.ts";
import { type RefusalCode, refused, refusedBy, systemCode } from "./refused.ts";

export interface MemoryOptions {
  /** A real path, without links. */
  readonly root: string;
  /** Relative to the root. */
  readonly folder: string;
  readonly clock: Pick<Clock, "sleep">;
}

const codes: Readonly<Record<string, RefusalCode>> = {
  ELOOP: "memory-refused",
  EISDIR: "memory-refused",
  ENXIO: "memory-refused",
  ENOTDIR: "memory-refused",
};

/**
 * Append-only files. Writers of this process use a mutex. Other processes need none: each entry is
 * one O_APPEND write, which the system does not interleave.
 */
export class Memory {
  readonly #options: MemoryOptions;
  readonly #components: readonly string[];
  readonly #serial = createSerial();
  /** Length of each file after our last append. A file may only grow. */
  readonly #lengths = new Map<string, number>();

  constructor(options: MemoryOptions) {
    this.#options = options;
    this.#components = componentsOf(options.folder);
  }

  /** Appends text that ends with a newline. Returns the bytes added, once they are on disk. */
  append(name: string, text: string, signal: AbortSignal): Promise<number> {
    return this.#serial(async () => {
      // The caller may have left while waiting. Nothing has been written yet.
      signal.throwIfAborted();
      try {
        return await this.#append(name, text);
      } catch (error) {
        throw refusedBy(error, codes);
      }
    });
  }

  async #append(name: string, text: string): Promise<number> {
    const { root, clock } = this.#options;
    const path = join(await makeFolder(root, this.#components), name);
    await using file = await openToAppend(path);
    const { size } = await file.stat();
    if (size < (this.#lengths.get(name) ?? 0)) throw refused("memory-shrunk");

    const gap = (await endsMidLine(file, clock)) ? "\n" : "";
    const added = await writeOnce(file, gap + text);
    await file.sync();
    if (size === 0) await syncFolder(join(root, ...this.#components));
    this.#lengths.set(name, size + added);
    return added;
  }
}

/**
 * Creates the missing part of the folder. Refuses a link on the way: it could lead out of the root.
 */
async function makeFolder(root: string, components: readonly string[]): Promise<string> {
  let path = root;
  for (const component of components) {
    path = join(path, component);
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (systemCode(error) !== "EEXIST") throw error;
    });
    if (!(await lstat(path)).isDirectory()) throw refused("memory-refused");
  }
  return path;
}

async function openToAppend(path: string): Promise<FileHandle> {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  await using stack = new AsyncDisposableStack();
  const flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
  const file = stack.use(await open(path, flags, 0o600));
  const stats = await file.stat();
  // With a hard link, an entry could change a file outside the memory.
  if (!stats.isFile() || stats.nlink !== 1) throw refused("memory-refused");
  if ((await placeOf(file, path)) !== path) throw refused("memory-refused");
  stack.move();
  return file;
}

/** Longer than the system takes to finish another process's write. */
const settleMs = 20;
/** Limit of checks, so that a process writing an endless line does not block others. */
const maxChecks = 50;

/** Returns whether the file ends without a newline: left by an editor or a full disk. */
async function endsMidLine(file: FileHandle, clock: Pick<Clock, "sleep">): Promise<boolean> {
  for (let looks = 0; looks < maxChecks; looks += 1) {
    const { size } = await file.stat();
    if (size === 0 || (await lastByte(file, size)) === newline) return false;
    // It may also be a write in progress, whose rest is about to come.
    await clock.sleep(settleMs);
    if ((await file.stat()).size === size) return true;
  }
  return true;
}

const newline = 10;

async function lastByte(file: FileHandle, size: number): Promise<number | undefined> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(1), 0, 1, size - 1);
  return bytesRead === 0 ? undefined : buffer[0];
}

async function writeOnce(file: FileHandle, text: string): Promise<number> {
  const bytes = Buffer.from(text);
  const { bytesWritten } = await file.write(bytes);
  // A second write could land behind another writer's entry.
  if (bytesWritten < bytes.length) throw refused("entry-torn");
  return bytesWritten;
}

/** Syncs a folder. A new file is durable only after its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, constants.O_RDONLY);
  await folder.sync();
}
