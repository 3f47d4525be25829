import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { resolve } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { codeOf } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { whyUnwritable } from "@toolcourt/gateway/internal/boundary/files/write-file";
import type { OpenObserver } from "@toolcourt/gateway/internal/compose/open-configured";
import { recordCalls } from "../../../authoring/adopting/record-calls.ts";
import { count } from "../../style.ts";

export interface RecordingLimits {
  readonly maxFileBytes: number;
  readonly maxLineBytes: number;
  /** Limit of bytes that wait for the disk. */
  readonly maxWaitingBytes: number;
}

const defaultLimits: RecordingLimits = {
  maxFileBytes: 64 * 1024 * 1024,
  maxLineBytes: 256 * 1024,
  maxWaitingBytes: 8 * 1024 * 1024,
};

/** Records calls in a file, for `toolcourt adopt`. */
export function recordInto(file: string, place: RecordingDeps): OpenObserver {
  return async (redaction, stack) => {
    const { write } = stack.use(await openRecording(file, place));
    return recordCalls({ write, redaction });
  };
}

/** Where a recording lies, and where it reports that the disk refused it. */
export interface RecordingDeps {
  readonly folder: string;
  readonly terminal: { readonly err: (text: string) => void };
}

/**
 * Opens a file to append recorded calls to. Only its owner can read it, and a symlink in its place
 * is refused. A later disk error ends the recording with a message, and calls continue.
 */
export async function openRecording(
  file: string,
  { folder, terminal }: RecordingDeps,
  limits: RecordingLimits = defaultLimits,
): Promise<Recording> {
  const label = printable(file);
  const handle = await openOwn(resolve(folder, file), label);
  const room = limits.maxFileBytes - (await handle.stat()).size;
  return new Recording({ handle, label, terminal, limits }, room);
}

interface RecordingFile extends Pick<RecordingDeps, "terminal"> {
  readonly handle: FileHandle;
  readonly label: string;
  readonly limits: RecordingLimits;
}

/** A file of recorded calls, open for writing. */
class Recording implements AsyncDisposable {
  readonly #file: RecordingFile;
  #room: number;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  #kept = 0;
  #leftOut = 0;

  constructor(file: RecordingFile, room: number) {
    this.#file = file;
    this.#room = room;
  }

  /** Queues a line without blocking. Lines over a limit are skipped and counted. */
  readonly write = (line: string): void => {
    const { maxLineBytes, maxWaitingBytes } = this.#file.limits;
    const bytes = Buffer.byteLength(line) + 1;
    const isTooMuch = bytes > maxLineBytes || bytes > this.#room;
    if (isTooMuch || this.#waitingBytes + bytes > maxWaitingBytes) {
      this.#leftOut += 1;
      return;
    }
    this.#room -= bytes;
    this.#waitingBytes += bytes;
    this.#kept += 1;
    this.#waiting.push(`${line}\n`);
    this.#writing ??= this.#flush().catch(() => this.#giveUp());
  };

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const text = this.#waiting.join("");
      this.#waiting = [];
      this.#waitingBytes = 0;
      await this.#file.handle.appendFile(text);
    }
    this.#writing = undefined;
  }

  #giveUp(): void {
    const { label, terminal } = this.#file;
    this.#room = 0;
    this.#waiting = [];
    terminal.err(`WARNING: ${label} can no longer be written: no more calls are recorded.`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { handle, label, terminal } = this.#file;
    await this.#writing;
    await handle.close();
    terminal.err(`Recorded ${count(this.#kept, "call")} in ${label}${leftOut(this.#leftOut)}.`);
  }
}

function leftOut(calls: number): string {
  return calls === 0 ? "" : `; ${count(calls, "call")} left out, for which there was no room`;
}

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
const ownerOnly = 0o600;

async function openOwn(path: string, file: string): Promise<FileHandle> {
  let handle: FileHandle | undefined;
  try {
    // Nonblocking: opening a pipe would otherwise wait for its reader.
    const flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
    handle = await open(path, flags, ownerOnly);
    refuseOther(await handle.stat());
    await handle.chmod(ownerOnly);
    return handle;
  } catch (error) {
    await handle?.close();
    const because = codeOf(error) === "ELOOP" ? "link" : whyUnwritable(error);
    throw new Refusal("write-failed", { file, because }, { cause: error });
  }
}

function refuseOther(found: Stats): void {
  if (!found.isFile()) throw new TypeError("This is no ordinary file.");
}
