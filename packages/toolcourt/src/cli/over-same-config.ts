import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Command, Flags, Parsed } from "./command.ts";
import { shellWord } from "./shell-word.ts";

/** Adds the configuration of the refused command to the next command that the refusal suggests. */
export type OverSameConfig = (next: string) => string;

/**
 * Returns a function that adds `-c`. Without it the next command would read another configuration,
 * or none.
 */
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
