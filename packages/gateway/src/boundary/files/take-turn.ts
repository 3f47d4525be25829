import { mkdir, rm, rmdir, stat } from "node:fs/promises";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { codeOf } from "./read-file.ts";

/** A turn lasts milliseconds. An older one belongs to a killed run. */
const longestMs = 3_000;
const patienceMs = 30_000;
const pollMs = 20;

/**
 * Acquires a mutex across processes: the folder `path` exists while it is held. Throws after a
 * timeout.
 */
export async function takeTurn(path: string, clock: Clock): Promise<AsyncDisposable> {
  const started = clock.monotonic();
  const ending = `${path}-ending`;
  const [isLeft, isEndingLeft] = [createLook(path, clock), createLook(ending, clock)];
  while (clock.monotonic() - started < patienceMs) {
    if (await isMade(path)) return { [Symbol.asyncDispose]: () => removed(path) };
    // Only one run may take over: a second one would remove the turn that follows.
    if ((await isLeft()) && (await isMade(ending))) {
      if (await isLeft()) await rm(path, { recursive: true, force: true });
      await removed(ending);
      continue;
    }
    if (await isEndingLeft()) await removed(ending);
    await clock.sleep(pollMs);
  }
  throw new Error("Another run has its turn and does not end it.");
}

/** Returns a check whether the folder has stayed the same for longer than any turn lasts. */
function createLook(path: string, clock: Clock): () => Promise<boolean> {
  let seen: { readonly which: string; readonly since: number } | undefined;
  return async () => {
    const which = await stat(path).then(
      ({ ino, birthtimeMs, mtimeMs }) => [ino, birthtimeMs, mtimeMs].join(" "),
      () => undefined,
    );
    if (which === undefined) seen = undefined;
    else if (seen?.which !== which) seen = { which, since: clock.monotonic() };
    return seen !== undefined && clock.monotonic() - seen.since > longestMs;
  };
}

async function removed(path: string): Promise<void> {
  await rmdir(path).catch(() => undefined);
}

async function isMade(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}
