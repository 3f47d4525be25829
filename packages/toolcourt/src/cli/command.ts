import { defaultFile } from "@toolcourt/gateway/internal/compose/find-config";
import type { ProcessRuntime } from "@toolcourt/gateway/internal/compose/process-runtime";
import type { ForkWorker, OwnWorker } from "@toolcourt/gateway/internal/compose/workers/protocol";
import type { Suggest } from "./suggest.ts";

/** 0: success. 1: the work found problems. 2: the work could not be done. */
export type ExitCode = 0 | 1 | 2;

/** The environment of a command. */
export interface CommandContext extends ProcessRuntime {
  readonly terminal: Terminal;
  /** What to type to start this program. Default: `toolcourt`. */
  readonly program?: string;
  /** The program and first arguments that start this program again. Default: unknown. */
  readonly startCommand?: readonly string[];
  /** The id of the user of this process. Default: the system has none. */
  readonly uid?: number | undefined;
  /** The version of Node that runs this process. Default: unknown. */
  readonly nodeVersion?: string;
  /** Node options that expose the secrets of this process. Default: none. */
  readonly exposedBy?: readonly string[];
  /** Asks the user at a terminal without echo. Default: none, if there is no terminal. */
  readonly askSecret?: (question: string) => Promise<string>;
  /** Calls back each time the user presses Enter. Default: never, if there is no terminal. */
  readonly onEnter?: (listener: () => void) => Disposable;
  /** Takes the whole terminal for a live view. Default: none, if there is no terminal. */
  readonly openScreen?: () => Screen;
  /** Prepares the JavaScript engine for many calls, once all is started. Default: nothing. */
  readonly tuneEngine?: (() => void) | undefined;
  /** Takes over SIGHUP, which otherwise stops the command. Default: there are no signals. */
  readonly onHangup?: ((listener: () => void) => void) | undefined;
  /** The number of this process. Default: unknown. */
  readonly pid?: number | undefined;
  /** How `serve` starts more processes. Default: one process serves alone. */
  readonly workers?: WorkerMeans;
  /** This process, if `serve` started it. Default: it was started by itself. */
  readonly ownWorker?: OwnWorker | undefined;
  /** Whether a bug shows its stack. */
  readonly debug: boolean;
}

export interface WorkerMeans {
  /** How many processes can run at the same time. */
  readonly cores: number;
  /** Opens a folder that only our user can enter, and the means to start workers. */
  readonly open: () => Promise<
    { readonly folder: string; readonly fork: ForkWorker } & AsyncDisposable
  >;
}

export type Flag = SwitchFlag | TextFlag | ListFlag;

export interface SwitchFlag {
  readonly type: "switch";
  readonly summary: string;
}

export interface TextFlag {
  readonly type: "text";
  /** A one-letter alias: `c` for `-c`. */
  readonly short?: string;
  /** The placeholder of the value in the help. */
  readonly value: string;
  readonly summary: string;
  readonly choices?: readonly string[];
}

export interface ListFlag {
  readonly type: "list";
  readonly value: string;
  readonly summary: string;
}

export function switchFlag(summary: string): SwitchFlag {
  return { type: "switch", summary };
}

/** `value` is the placeholder in the help. */
export function textFlag(value: string, summary: string): TextFlag {
  return { type: "text", value, summary };
}

/** A flag that may be given several times. */
export function listFlag(value: string, summary: string): ListFlag {
  return { type: "list", value, summary };
}

export function choiceFlag<Choice extends string>(
  value: string,
  choices: readonly Choice[],
  summary: string,
): TextFlag & { readonly choices: readonly Choice[] } {
  return { type: "text", value, choices, summary };
}

/** The flag of every command that can print JSON. */
export const jsonFlag = switchFlag("Print one JSON value and nothing else");

export type Flags = Readonly<Record<string, Flag>>;

type ValueOf<Given extends Flag> = Given extends SwitchFlag
  ? boolean
  : Given extends ListFlag
    ? readonly string[]
    : Given extends { readonly choices: readonly (infer Choice)[] }
      ? Choice | undefined
      : string | undefined;

/** The parsed flags of a command, complete. */
export type Values<Given extends Flags> = {
  readonly [Name in keyof Given]: ValueOf<Given[Name]>;
};

export interface Parsed<Given extends Flags> {
  readonly values: Values<Given>;
  readonly positionals: readonly string[];
  /**
   * The arguments after `--`, unparsed. Default: none, without `--` or if the command takes no
   * other.
   */
  readonly behindDashes?: readonly string[] | undefined;
}

interface Definition<Given extends Flags> {
  readonly flags: Given;
  /**
   * The arguments after `--`, as the help shows them. Only for a command that starts another one.
   */
  readonly behindDashes?: string;
  /** Additional help beyond the flags. */
  readonly notes: readonly string[];
  readonly run: (parsed: Parsed<Given>, context: CommandContext) => Promise<ExitCode>;
}

/** A command without the types of its flags, which only its author needs. */
export type Command = Definition<Flags>;

/** Infers the type of `run` from the flags, then erases it. */
export function defineCommand<const Given extends Flags>(definition: Definition<Given>): Command {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parser fills in every flag by its type
  return definition as unknown as Command;
}

/** A command in the list of all commands: enough for the top help, without loading it. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** The arguments as the help shows them: `<file...>`, `[id]`. */
  readonly positionals: string;
  /** Whether it has the flag `--config`. Default: no. */
  readonly takesConfig?: boolean;
  readonly load: () => Promise<{ readonly command: Command }>;
}

/** The only output of a command. */
export interface Terminal {
  /** Writes requested output, one or more lines. */
  readonly out: (text: string) => void;
  /** Waits for the reader of the output. Long output must not pile up. Default: no wait. */
  readonly drained?: () => Promise<void>;
  /** Writes errors and notes. */
  readonly err: (text: string) => void;
  /** Writes several errors and notes with one system call. Default: one by one. */
  readonly errAll?: ((texts: readonly string[]) => void) | undefined;
  /** Whether a person sees errors and notes as they come. Default: no. */
  readonly isWatched?: boolean | undefined;
  /** Shows or clears the progress of long work. Silent in a pipe. */
  readonly progress: (text: string) => void;
  readonly columns: number;
  readonly color: boolean;
  /** Returns a suggested command as it must be typed here. Default: as it is. */
  readonly suggest?: Suggest;
}

/** A whole terminal, until it is disposed. */
export interface Screen extends Disposable {
  readonly size: () => { readonly columns: number; readonly rows: number };
  /** Replaces what is shown. */
  readonly draw: (lines: readonly string[]) => void;
  /** Aborts when the user ends the view. */
  readonly quit: AbortSignal;
}

/**
 * A mistake in the command line. `runToolcourt` turns it into a refusal that names the help of the
 * running command.
 */
export class UsageProblem extends Error {
  override readonly name = "UsageProblem";
}

export function usage(problem: string): UsageProblem {
  return new UsageProblem(problem);
}

/** The flag of every command that reads the configuration. */
export const configFlag = {
  type: "text",
  short: "c",
  value: "file",
  summary: `The configuration (default: ${defaultFile}, if it exists)`,
} as const;

/** Reads a whole number. Returns undefined if the flag is missing. */
export function readWhole(
  flag: string,
  given: string | undefined,
  { min = 1, max }: { readonly min?: number; readonly max: number },
): number | undefined {
  if (given === undefined) return undefined;
  const number = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw usage(`Give ${flag} a whole number from ${min} to ${max}.`);
}
