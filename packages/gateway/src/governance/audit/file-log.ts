import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { AuditEntry, AuditStore } from "../../stores/audit-store.ts";
import { link } from "./chain.ts";
import { headerLine, readLine, rowLine } from "./export-log.ts";
import { FileLock, FileLockError, identityOf } from "./file-lock.ts";

/** The second log cannot be appended to. The message is ours and names no path. */
export class FileLogError extends Error {
  override readonly name = "FileLogError";
}

const reasons: ReadonlyMap<unknown, string> = new Map([
  ["EACCES", "The user of this process may not write the file."],
  ["EDQUOT", "The disk is full."],
  ["EISDIR", "The path of the file is a folder."],
  ["ENOENT", "The file is gone."],
  ["ENOSPC", "The disk is full."],
  ["EPERM", "The user of this process may not write the file."],
  ["EROFS", "The disk is read-only."],
]);

/** Wraps the system error as the cause, under our own message. */
export function asFileLogError(error: unknown): FileLogError {
  if (error instanceof FileLogError) return error;
  if (error instanceof FileLockError) return new FileLogError(error.message, { cause: error });
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return new FileLogError(reasons.get(code) ?? "The file cannot be written.", { cause: error });
}

export interface FileLogOptions {
  readonly path: string;
  readonly origin: string;
  readonly clock?: Clock;
  /** How long to wait for another process that is appending. */
  readonly timeoutMs?: number;
  /** Whether a missing file is created. Default: true. */
  readonly mayBeMade?: boolean;
}

/** The end of the file. */
interface End {
  readonly sequence: number;
  readonly hash: string | undefined;
  /** Size up to the last complete line. */
  readonly bytes: number;
}

const tailBytes = 1024 * 1024;

/**
 * Opens a second log: an append-only file with its own chain. Creates the file, or continues after
 * its last complete row, even one of another process. `append` rejects with a `FileLogError`.
 */
export function openFileLog(
  options: FileLogOptions,
): Promise<Pick<AuditStore, "append"> & AsyncDisposable> {
  const { path, origin, clock = systemClock, timeoutMs, mayBeMade = true } = options;
  return openAll(async (stack) => {
    // A missing file is created only this once.
    const opened = await open(path, mayBeMade ? "a+" : readAppend, 0o600);
    const file = stack.use(new AppendedFile(path, opened));
    const lock = stack.use(await FileLock.open(`${path}.lock`, clock));
    let end: End | undefined;

    const append: AuditStore["append"] = async (entries, durability) => {
      const { handle, isOther } = await file.current();
      const before = await currentEnd(handle, isOther ? undefined : end, origin);
      // Until everything is written, the end of the file is unknown.
      end = undefined;
      const header = before.bytes === 0 ? `${headerLine({ origin })}\n` : "";
      const { lines, ...last } = continued(before, entries);
      const text = Buffer.from(header + lines);
      if (text.length > 0) await handle.appendFile(text);
      if (durability === "on-disk") await handle.datasync();
      if (!(await file.isInPlace())) throw new FileLogError("The file is gone.");
      end = { ...last, bytes: before.bytes + text.length };
      // Only the store's rows are signed.
      return [];
    };
    // A command beside the gateway may append to the same file. Concurrent writes would break its
    // chain.
    return {
      append: async (entries, durability) => {
        try {
          return await lock.hold(() => append(entries, durability), timeoutMs);
        } catch (error) {
          throw asFileLogError(error);
        }
      },
    };
  });
}

/** Returns the last known end, if the file has not grown since. */
async function currentEnd(file: FileHandle, known: End | undefined, origin: string): Promise<End> {
  if (known === undefined) return repairedEnd(file, origin);
  const { size } = await file.stat();
  return size === known.bytes ? known : repairedEnd(file, origin);
}

function continued(
  { sequence, hash }: End,
  entries: readonly AuditEntry[],
): Omit<End, "bytes"> & { readonly lines: string } {
  let last = { sequence, hash };
  let lines = "";
  for (const { body } of entries) {
    const row = { sequence: last.sequence + 1, body, hash: link(last.hash, body).hash };
    lines += `${rowLine(row)}\n`;
    last = row;
  }
  return { sequence: last.sequence, hash: last.hash, lines };
}

/**
 * Finds the end and removes an unfinished line, which was never confirmed. Leaves a foreign file
 * unchanged: the configuration may name the wrong file.
 */
async function repairedEnd(file: FileHandle, origin: string): Promise<End> {
  const { size } = await file.stat();
  const start = Math.max(0, size - tailBytes);
  const tail = Buffer.alloc(size - start);
  await file.read(tail, 0, tail.length, start);
  const whole = tail.lastIndexOf("\n") + 1;
  const bytes = start + whole;
  const last = whole === 0 ? undefined : lastRow(tail.toString("latin1", 0, whole));
  const isBegun = size < tailBytes && headerLine({ origin }).startsWith(tail.toString("utf8"));
  if (last === undefined && !isBegun) {
    throw new FileLogError("The file is not an audit log of ours. It stays unchanged.");
  }
  if (bytes < size) await file.truncate(bytes);
  return { sequence: 0, hash: undefined, ...last, bytes };
}

/** Returns undefined if the last complete line is not ours. */
function lastRow(lines: string): Partial<Omit<End, "bytes">> | undefined {
  const row = readLine(lines.split("\n").at(-2) ?? "");
  if (row.kind === "row") return { sequence: Number(row.sequence), hash: row.hash };
  return row.kind === "header" ? {} : undefined;
}

const readAppend = constants.O_RDWR | constants.O_APPEND;

/** An append-only file, as long as it is the one at its path. */
class AppendedFile implements AsyncDisposable {
  readonly #path: string;
  #handle: FileHandle;

  constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /**
   * Opens a file that has replaced ours. Rejects if there is none: the loss would go unnoticed
   * otherwise.
   */
  async current(): Promise<{ readonly handle: FileHandle; readonly isOther: boolean }> {
    if (await this.isInPlace()) return { handle: this.#handle, isOther: false };
    const other = await open(this.#path, readAppend);
    await this.#handle.close();
    this.#handle = other;
    return { handle: other, isOther: true };
  }

  async isInPlace(): Promise<boolean> {
    const { dev, ino } = await this.#handle.stat();
    return (await identityOf(this.#path)) === `${dev} ${ino}`;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#handle.close();
  }
}
