import { randomBytes, randomUUID } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { CommandContext } from "toolcourt/internal/cli/command";
import { runToolcourt } from "toolcourt/internal/cli/run";

/** The real `serve` command in a folder, on its own port. */
export interface Serving extends AsyncDisposable {
  readonly url: URL;
  /** All printed lines. */
  readonly printed: readonly string[];
  /** Sends SIGHUP, and returns the line that tells how the reload ended. */
  readonly reload: () => Promise<string>;
}

/** A folder, and how its machine differs from the usual one. */
export interface ServingPlace extends Partial<CommandContext> {
  readonly folder: string;
}

/** Creates a machine without a terminal, with a real clock and real randomness. */
export function machine(
  folder: string,
  print: (text: string) => void,
  signal: AbortSignal,
): CommandContext {
  return {
    terminal: { out: print, err: print, progress: () => undefined, columns: 100, color: false },
    signal,
    clock: systemClock,
    folder,
    environment: {},
    newId: () => randomUUID(),
    random: () => 0.5,
    randomBytes: (count) => randomBytes(count),
    operator: "operator:grace",
    readInput: async function* () {
      yield Buffer.from("");
    },
    debug: true,
  };
}

/** Starts `serve`. Rejects with its output if it does not come to listen. */
export async function openServing(
  place: string | ServingPlace,
  ...flags: readonly string[]
): Promise<Serving> {
  const { folder, ...differences } = typeof place === "string" ? { folder: place } : place;
  const printed: string[] = [];
  const listening = Promise.withResolvers<URL>();
  const stop = new AbortController();
  let hangUp: (() => void) | undefined;
  let reloaded: ((line: string) => void) | undefined;
  const onHangup: CommandContext["onHangup"] = (listener) => {
    hangUp = listener;
  };
  const print = (text: string): void => {
    printed.push(text);
    if (/The configuration was read again|Nothing was reloaded/.test(text)) reloaded?.(text);
    const url = /^Toolcourt listens on (https?:\S+)/.exec(text)?.[1];
    if (url !== undefined) listening.resolve(new URL(url));
  };
  const args = ["serve", "--port", "0", ...flags];
  const ended = runToolcourt(args, {
    ...machine(folder, print, stop.signal),
    onHangup,
    ...differences,
  });
  void ended.then((code) => listening.reject(new Error(`${code}: ${printed.join("\n")}`)));
  return {
    url: await listening.promise,
    printed,
    reload: () =>
      new Promise((resolve) => {
        reloaded = resolve;
        hangUp?.();
      }),
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await ended;
    },
  };
}
