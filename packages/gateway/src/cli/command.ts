import type { ProcessRuntime } from "../compose/process-runtime.ts";
import type { OverSameConfig } from "./over-same-config.ts";
import type { Terminal } from "./terminal.ts";

/** 0: fine. 1: the work found problems. 2: the work could not be done. */
export type ExitCode = 0 | 1 | 2;

/** What a command may know of the world. */
export interface Surroundings extends ProcessRuntime {
  readonly terminal: Terminal;
  /** Makes a command to go on with look where the one that runs does. */
  readonly overSameConfig?: OverSameConfig;
  /** The options of Node that let others read the secrets of this process. Default: none. */
  readonly exposedBy?: readonly string[];
  /** Asks whoever sits at a terminal for something that is not shown. Absent where nobody does. */
  readonly askSecret?: (question: string) => Promise<string>;
  /** Whether a bug shows its stack. */
  readonly debug: boolean;
}

export type Flag = SwitchFlag | TextFlag | ListFlag;

interface SwitchFlag {
  readonly type: "switch";
  readonly summary: string;
}

interface TextFlag {
  readonly type: "text";
  /** One letter that does the same: `c` for `-c`. */
  readonly short?: string;
  /** What stands for the value in the help. */
  readonly value: string;
  readonly summary: string;
  readonly choices?: readonly string[];
}

interface ListFlag {
  readonly type: "list";
  readonly value: string;
  readonly summary: string;
}

export type Flags = Readonly<Record<string, Flag>>;

interface ValueOf {
  readonly switch: boolean;
  readonly text: string | undefined;
  readonly list: readonly string[];
}

/** What the flags of a command were given, complete. */
export type Values<Given extends Flags> = {
  readonly [Name in keyof Given]: ValueOf[Given[Name]["type"]];
};

export interface Parsed<Given extends Flags> {
  readonly values: Values<Given>;
  readonly positionals: readonly string[];
  /** What stands behind `--`, untouched. Absent where there is no `--`, or the command takes no other. */
  readonly behindDashes?: readonly string[];
}

interface Description {
  readonly name: string;
  readonly summary: string;
  /** The arguments as the help shows them: `<file...>`, `[id]`. */
  readonly positionals: string;
  /** What may stand behind `--`, as the help shows it. Only there where the command starts another one. */
  readonly behindDashes?: string;
  /** What a reader of the help should know beyond the flags. */
  readonly notes: readonly string[];
}

interface Definition<Given extends Flags> extends Description {
  readonly flags: Given;
  readonly run: (parsed: Parsed<Given>, surroundings: Surroundings) => Promise<ExitCode>;
}

/** A command as everybody but its author holds it: which flags it has is its own business. */
export interface Command extends Description {
  readonly flags: Flags;
  readonly run: (parsed: Parsed<Flags>, surroundings: Surroundings) => Promise<ExitCode>;
}

/** Types `run` from the flags, then forgets them. */
export function defineCommand<const Given extends Flags>(definition: Definition<Given>): Command {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parser fills in every flag by its type
  return definition as unknown as Command;
}
