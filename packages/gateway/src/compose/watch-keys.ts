import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { poll } from "@toolcourt/contracts/internal/kernel/poll";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { readKeysFile } from "../config/keys-file.ts";
import type { KeyBook } from "../governance/identity/key-book.ts";
import type { StaticKey } from "../governance/identity/static-keys.ts";
import type { PolicySource } from "../governance/policy/open-policy.ts";
import type { Logger } from "../telemetry/events.ts";

export interface KeysWatch {
  readonly source: PolicySource;
  readonly book: Pick<KeyBook, "replace">;
  /** The keys in the configuration itself. */
  readonly others: readonly StaticKey[];
  readonly clock: Clock;
  readonly logger: Logger;
}

const everyMs = 1_000;

/**
 * Keeps the keys in sync with their file. While it is missing, unreadable, invalid or slow, none of
 * them is accepted.
 */
export function watchKeys(watched: KeysWatch): Promise<AsyncDisposable> {
  const { source, clock } = watched;
  let seen: { readonly text: string | undefined } | undefined;
  const look = async (signal: AbortSignal): Promise<void> => {
    const timeout = { clock, ms: everyMs, signal };
    const text = await withTimeout(timeout, source.read).catch(() => undefined);
    if (signal.aborted || (seen !== undefined && seen.text === text)) return;
    seen = { text };
    take(text, watched);
  };
  return poll({ clock, everyMs, look });
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
