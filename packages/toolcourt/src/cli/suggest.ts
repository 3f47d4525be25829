import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { CommandEntry, Flags, Parsed, Terminal } from "./command.ts";
import { shellWord } from "./style.ts";

/** Returns a suggested command as its reader must type it. */
export type Suggest = (command: string) => string;

export interface SuggestDeps {
  readonly commands: readonly CommandEntry[];
  /** What to type to start this program. Default: `toolcourt`. */
  readonly program?: string | undefined;
}

/**
 * Returns a function that names the program as it was started, and adds the `-c` of the running
 * command. Without `-c` the suggested command would read another configuration, or none.
 */
export function createSuggest(
  parsed: Parsed<Flags>,
  { commands, program = "toolcourt" }: SuggestDeps,
): Suggest {
  const withConfigFlag = createWithConfigFlag(parsed, commands);
  return (command) => withConfigFlag(command).replace(/^toolcourt(?= )/, program);
}

function createWithConfigFlag(
  { values }: Parsed<Flags>,
  commands: readonly CommandEntry[],
): Suggest {
  const config = values["config"];
  if (typeof config !== "string") return asItIs;
  return (next) => {
    const [command, name] = /^toolcourt ([a-z-]+)(?: [^\s,;]+)*/.exec(next) ?? [];
    const takesConfig = commands.some((each) => each.name === name && each.takesConfig);
    if (command === undefined || !takesConfig) return next;
    return `${command} -c ${shellWord(printable(config))}${next.slice(command.length)}`;
  };
}

/** Returns a command as the reader of this terminal must type it. */
export function suggested(
  command: string,
  { suggest = asItIs }: Pick<Terminal, "suggest">,
): string {
  return suggest(command);
}

function asItIs(command: string): string {
  return command;
}
