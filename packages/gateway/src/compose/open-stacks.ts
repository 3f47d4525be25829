import { constants } from "node:fs";
import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import type { Clock } from "../foundation/kernel/clock.ts";
import type { FailedCall } from "../pipeline/call-log.ts";
import { usable } from "./usable.ts";

export interface StacksOptions {
  readonly path: string;
  readonly clock: Clock;
  /** Takes out what nobody should read. */
  readonly redact: (text: string) => string;
  /** Past this size the file is put aside, and the one put aside before is gone. */
  readonly mostBytes?: number;
}

/** Keeps stacks of errors in a file that only its owner can read. */
export interface OpenStacks extends AsyncDisposable {
  /** Does not wait and does not fail: a stack is worth less than the answer to a call. */
  readonly keep: (error: unknown, failed: FailedCall) => void;
}

const mostWaiting = 1_000;

/** A file that others can read is made one that they cannot. A link in its place is not followed. */
export async function openStacks(options: StacksOptions): Promise<OpenStacks> {
  const { path, clock, redact, mostBytes = 10_000_000 } = options;
  let handle = await usable(openPrivate(path), "The file for stacks cannot be opened.");
  let written = (await handle.stat()).size;
  let waiting = 0;
  let last = Promise.resolve();

  const putAside = async (): Promise<void> => {
    const full = handle;
    await rename(path, `${path}.1`);
    handle = await openPrivate(path);
    await full.close();
  };

  const write = async (line: string): Promise<void> => {
    if (written > mostBytes) {
      // What cannot be put aside is given up: the latest stacks are worth more than the first.
      await putAside().catch(() => handle.truncate());
      written = 0;
    }
    written += (await handle.write(line)).bytesWritten;
  };

  const writeAfter = async (before: Promise<void>, line: string): Promise<void> => {
    await before;
    await write(line).catch(() => undefined);
    waiting -= 1;
  };

  return {
    keep: (error, { callId, traceId, correlationId: correlation_id, code }) => {
      if (waiting >= mostWaiting) return;
      waiting += 1;
      const time = new Date(clock.now()).toISOString();
      const stack = redact(stackOf(error));
      const line = `${JSON.stringify({ time, callId, traceId, correlation_id, code, stack })}\n`;
      last = writeAfter(last, line);
    },
    [Symbol.asyncDispose]: async () => {
      await last;
      await handle.close();
    },
  };
}

async function openPrivate(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const handle = await open(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  await handle.chmod(0o600);
  return handle;
}

const mostCauses = 5;
const longestStack = 16_384;

/** With what led to it, as far as anybody would follow. */
function stackOf(error: unknown): string {
  const stacks: string[] = [];
  let cause = error;
  while (cause instanceof Error && stacks.length < mostCauses) {
    stacks.push((cause.stack ?? cause.message).slice(0, longestStack));
    ({ cause } = cause);
  }
  // What is no error was thrown by somebody who does not know our words: its text could be anything.
  return stacks.length === 0 ? typeof error : stacks.join("\ncaused by: ");
}
