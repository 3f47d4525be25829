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

/** A file of recorded calls, open for writing. */
export interface Recording extends AsyncDisposable {
  /** Queues a line without blocking. Lines over a limit are skipped and counted. */
  readonly write: (line: string) => void;
}

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
  let room = limits.maxFileBytes - (await handle.stat()).size;
  let waiting: string[] = [];
  let waitingBytes = 0;
  let writing: Promise<void> | undefined;
  const counts = { kept: 0, leftOut: 0 };

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const text = waiting.join("");
      waiting = [];
      waitingBytes = 0;
      await handle.appendFile(text);
    }
    writing = undefined;
  };
  const giveUp = (): void => {
    room = 0;
    waiting = [];
    terminal.err(`WARNING: ${label} can no longer be written: no more calls are recorded.`);
  };

  return {
    write: (line) => {
      const bytes = Buffer.byteLength(line) + 1;
      const isTooMuch = bytes > limits.maxLineBytes || bytes > room;
      if (isTooMuch || waitingBytes + bytes > limits.maxWaitingBytes) {
        counts.leftOut += 1;
        return;
      }
      room -= bytes;
      waitingBytes += bytes;
      counts.kept += 1;
      waiting.push(`${line}\n`);
      writing ??= flush().catch(giveUp);
    },
    [Symbol.asyncDispose]: async () => {
      await writing;
      await handle.close();
      terminal.err(`Recorded ${count(counts.kept, "call")} in ${label}${leftOut(counts.leftOut)}.`);
    },
  };
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
