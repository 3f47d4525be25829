import { readKeysFile } from "../config/keys-file.ts";
import type { KeyBook } from "../identity/key-book.ts";
import type { StaticKey } from "../identity/static-keys.ts";
import type { Clock } from "../kernel/clock.ts";
import { withTimeout } from "../kernel/with-timeout.ts";
import type { PolicySource } from "../policy/open-policy.ts";
import type { Logger } from "../telemetry/events.ts";

export interface KeysWatch {
  readonly source: PolicySource;
  readonly book: Pick<KeyBook, "replace">;
  /** The keys that are in the configuration itself. */
  readonly others: readonly StaticKey[];
  readonly clock: Clock;
  readonly logger: Logger;
}

const everyMs = 1_000;

/** Keeps keys as their file has them. While it is missing, unreadable, faulty or slow, none of them is good. */
export async function watchKeys(watched: KeysWatch): Promise<AsyncDisposable> {
  const { source, clock } = watched;
  const closing = new AbortController();
  let seen: { readonly text: string | undefined } | undefined;

  const refresh = async (): Promise<void> => {
    const timeout = { clock, ms: everyMs, signal: closing.signal };
    const text = await withTimeout(timeout, source.read).catch(() => undefined);
    if (closing.signal.aborted || (seen !== undefined && seen.text === text)) return;
    seen = { text };
    take(text, watched);
  };
  const watch = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await clock.sleep(everyMs, closing.signal);
      await refresh().catch(() => undefined);
    }
  };

  await refresh();
  const watching = watch().catch(() => undefined);
  return {
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await watching;
    },
  };
}

function take(text: string | undefined, { source, book, others, logger }: KeysWatch): void {
  const { name: file } = source;
  const reading =
    text === undefined
      ? ({ kind: "invalid", problems: ["It cannot be read."] } as const)
      : readKeysFile(text, others);
  if (reading.kind === "keys") {
    book.replace(reading.keys);
    logger.log("keys.loaded", { file, keys: reading.keys.length });
    return;
  }
  book.replace("unavailable");
  const [problem = "It cannot be understood."] = reading.problems;
  logger.log("keys.unusable", { file, problem });
}
