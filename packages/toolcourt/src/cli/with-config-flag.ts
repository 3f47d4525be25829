import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { CommandEntry, Flags, Parsed } from "./command.ts";
import { shellWord } from "./style.ts";

/** Adds the configuration of the refused command to the next command that the refusal suggests. */
export type WithConfigFlag = (next: string) => string;

/**
 * Returns a function that adds `-c`. Without it the next command would read another configuration,
 * or none.
 */
export function createWithConfigFlag(
  { values }: Parsed<Flags>,
  commands: readonly CommandEntry[],
): WithConfigFlag {
  const config = values["config"];
  if (typeof config !== "string") return (next) => next;
  return (next) => {
    const [command, name] = /^toolcourt ([a-z-]+)(?: [^\s,;]+)*/.exec(next) ?? [];
    const takesConfig = commands.some((each) => each.name === name && each.takesConfig);
    if (command === undefined || !takesConfig) return next;
    return `${command} -c ${shellWord(printable(config))}${next.slice(command.length)}`;
  };
}
