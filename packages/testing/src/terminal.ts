import { randomBytes } from "node:crypto";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { Lookup } from "@toolcourt/gateway/internal/boundary/egress/address";
import type { Dial } from "@toolcourt/gateway/internal/boundary/egress/connector";
import type { Command, CommandContext, ExitCode } from "toolcourt/internal/cli/command";
import { commands } from "toolcourt/internal/cli/commands";
import { runToolcourt } from "toolcourt/internal/cli/run";

/** Result of a command line. */
export interface Ran {
  readonly code: ExitCode;
  readonly output: string;
  readonly errors: string;
  readonly progress: readonly string[];
}

export interface RunOptions {
  readonly folder?: string;
  /** Runs timers and deadlines. Default: the system's. The date is fixed in either case. */
  readonly clock?: Clock;
  readonly environment?: Readonly<Record<string, string>>;
  /** Content of standard input. Default: empty. */
  readonly input?: string | Uint8Array;
  /** Answers typed without echo, in order. Default: no terminal to type at. */
  readonly typed?: readonly string[];
  /** Receives each error and note as it is printed. */
  readonly onText?: (text: string) => void;
  /** Waits for the reader of the output. Default: no wait. */
  readonly drained?: () => Promise<void>;
  readonly color?: boolean;
  readonly debug?: boolean;
  /** Opens connections to checked addresses. Default: the network. */
  readonly dial?: Dial;
  /** Returns every address of a name. Default: the system's resolver. */
  readonly lookup?: Lookup;
  readonly exposedBy?: readonly string[];
  /** What starts the program again. Default: unknown. */
  readonly startCommand?: readonly string[];
  /** The user of the process. Default: unknown. */
  readonly uid?: number;
  readonly tuneEngine?: () => void;
  /** Takes the place of the named command. Default: the command itself. */
  readonly command?: Command;
}

/** The fixed day on which every command runs, so that rules about dates stay stable. */
export const today = Date.UTC(2026, 10, 1);

/** Creates UUIDs that are the same in every run. */
function createIds(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
  };
}

/** Answers questions from the list. Questions are shown, answers are not. */
function typing(typed: readonly string[], shown: string[]): (question: string) => Promise<string> {
  const answers = [...typed];
  return async (question) => {
    shown.push(question);
    return answers.shift() ?? "";
  };
}

/** Runs a command line in process, on a recording terminal. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const output: string[] = [];
  const errors: string[] = [];
  const progress: string[] = [];
  const context: CommandContext = {
    terminal: {
      out: (text) => output.push(text),
      drained: async () => options.drained?.(),
      err: (text) => {
        errors.push(text);
        options.onText?.(text);
      },
      progress: (text) => progress.push(text),
      columns: 100,
      color: options.color ?? false,
    },
    signal: new AbortController().signal,
    clock: { ...systemClock, ...options.clock, now: () => today },
    folder: options.folder ?? "/nowhere",
    environment: options.environment ?? {},
    newId: createIds(),
    random: () => 0.5,
    randomBytes: (count) => randomBytes(count),
    operator: "operator:grace",
    readInput: async function* () {
      yield Buffer.from(options.input ?? "");
    },
    ...defined({ dial: options.dial, lookup: options.lookup }),
    ...defined({ startCommand: options.startCommand, uid: options.uid }),
    ...(options.typed && { askSecret: typing(options.typed, errors) }),
    exposedBy: options.exposedBy ?? [],
    tuneEngine: options.tuneEngine,
    debug: options.debug ?? false,
  };
  const { command } = options;
  const known = commands.map((entry) =>
    command && entry.name === args[0] ? { ...entry, load: async () => ({ command }) } : entry,
  );
  const code = await runToolcourt(args, context, known);
  return { code, output: output.join("\n"), errors: errors.join("\n"), progress };
}
