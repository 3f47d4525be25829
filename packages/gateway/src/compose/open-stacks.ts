import { constants } from "node:fs";
import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { CallLogDeps } from "../pipeline/call-log.ts";
import { orStoreUnusable } from "./store-unusable.ts";

export interface StacksOptions extends Pick<Runtime, "clock"> {
  readonly path: string;
  /** Redacts secrets. */
  readonly redact: (text: string) => string;
  /** Size at which the file is rotated. Only one older file is kept. Default: 10 MB. */
  readonly maxBytes?: number;
}

const maxWaiting = 1_000;

/**
 * Opens a file for error stacks, readable by its owner only. Does not follow a symlink in its
 * place.
 */
export async function openStacks(
  options: StacksOptions,
): Promise<{ readonly keepStack: NonNullable<CallLogDeps["keepStack"]> } & AsyncDisposable> {
  const { path, clock, redact, maxBytes = 10_000_000 } = options;
  let handle = await orStoreUnusable(openPrivate(path), "The file for stacks cannot be opened.");
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
    if (written > maxBytes) {
      // If rotation fails, truncates: the latest stacks matter more than the first.
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
    // Neither waits nor fails: a stack matters less than the answer to a call.
    keepStack: (error, { callId, traceId, correlationId: correlation_id, code }) => {
      if (waiting >= maxWaiting) return;
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

const maxCauses = 5;
const maxStackLength = 16_384;

/** Returns the stack with its causes, up to a limit. */
function stackOf(error: unknown): string {
  const stacks: string[] = [];
  let cause = error;
  while (cause instanceof Error && stacks.length < maxCauses) {
    stacks.push((cause.stack ?? cause.message).slice(0, maxStackLength));
    ({ cause } = cause);
  }
  // A thrown value that is not an error has untrusted text.
  return stacks.length === 0 ? typeof error : stacks.join("\ncaused by: ");
}
