import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import type { ErrorDetails, Unreadability } from "@toolcourt/contracts/internal/errors/catalog";
import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { printable } from "./printable.ts";

/** Five times the size of the largest known tool list. */
const defaultMaxMb = 64;

/** The parts of a process that reading a file needs. */
export interface ReadingDeps extends Pick<Runtime, "signal"> {
  /** The folder that relative paths start from. */
  readonly folder: string;
  /** All of standard input. */
  readonly readInput: () => AsyncIterable<Uint8Array>;
  /** The command that prints the help of the running one, for refusals. Default: none. */
  readonly help?: string;
}

/** Reads a file, or standard input for `-`. Ignores a byte order mark. */
export async function readText(
  file: string,
  deps: ReadingDeps,
  maxMb = defaultMaxMb,
): Promise<string> {
  const bytes = await readBytes(file, deps, maxMb);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Refusal("file-not-text", { file: labelOf(file) }, { cause: error });
  }
}

/** Reads a file as it is, or standard input for `-`. */
export function readBytes(file: string, deps: ReadingDeps, maxMb: number): Promise<Uint8Array> {
  const chunks = file === "-" ? deps.readInput() : chunksOf(file, deps);
  const { signal, help } = deps;
  const limit = { file: labelOf(file), maxMb, ...(help !== undefined && { help }) };
  return orAborted(readAll(chunks, limit, signal), signal);
}

/** Returns the name of a file in messages and reports. */
export function labelOf(file: string): string {
  return file === "-" ? "<stdin>" : printable(file);
}

function chunksOf(file: string, { folder, signal }: ReadingDeps): AsyncIterable<Uint8Array> {
  return createReadStream(resolve(folder, file), { signal });
}

// Opening a pipe blocks until it has a writer, and no signal can cancel it.
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const left = Promise.withResolvers<never>();
  const leave = (): void => left.reject(signal.reason);
  signal.addEventListener("abort", leave);
  try {
    return await Promise.race([work, left.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
    work.catch(() => undefined);
  }
}

async function readAll(
  chunks: AsyncIterable<Uint8Array>,
  limit: ErrorDetails["file-too-large"],
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { file, maxMb } = limit;
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      size += chunk.length;
      if (size > maxMb * 1024 * 1024) throw new Refusal("file-too-large", limit);
      parts.push(chunk);
    }
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw new Refusal("file-unreadable", { file, because: whyUnreadable(error) }, { cause: error });
  }
  return Buffer.concat(parts);
}

const reasons: Readonly<Record<string, Unreadability>> = {
  ENOENT: "missing",
  ENOTDIR: "missing",
  EISDIR: "folder",
  EACCES: "forbidden",
  EPERM: "forbidden",
};

export function whyUnreadable(error: unknown): Unreadability {
  const code = codeOf(error);
  return Object.hasOwn(reasons, code) ? (reasons[code] ?? "failed") : "failed";
}

/** Returns the system's error code, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
