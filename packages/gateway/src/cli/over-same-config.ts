import { printable } from "../boundary/files/printable.ts";
import type { Command, Flags, Parsed } from "./command.ts";
import { shellWord } from "./shell-word.ts";

/** The command that a refusal names, over the configuration that the refused one was given. */
export type OverSameConfig = (next: string) => string;

/** Without `-c` it would look into another configuration, or into none. */
export function createOverSameConfig(
  { values }: Parsed<Flags>,
  commands: readonly Command[],
): OverSameConfig {
  const config = values["config"];
  if (typeof config !== "string") return (next) => next;
  return (next) => {
    const [command, name] = /^toolcourt ([a-z-]+)(?: [^\s,;]+)*/.exec(next) ?? [];
    const takesConfig = commands.some((each) => each.name === name && "config" in each.flags);
    if (command === undefined || !takesConfig) return next;
    return `${command} -c ${shellWord(printable(config))}${next.slice(command.length)}`;
  };
}
