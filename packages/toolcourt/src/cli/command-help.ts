import type { Flag } from "./command.ts";
import { commands } from "./commands.ts";
import { optionName, shortOf, usageOf } from "./parse.ts";

/** A command as shown on its help page. */
export interface CommandHelp {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly options: readonly { readonly usage: string; readonly summary: string }[];
  readonly notes: readonly string[];
}

/** Returns the `--help` data of every command. `docs/cli.md` is generated from it. */
export function commandHelp(): readonly CommandHelp[] {
  return commands.map((command) => ({
    name: command.name,
    summary: command.summary,
    usage: `toolcourt ${command.name} ${usageOf(command)}`,
    options: Object.entries(command.flags).map(([key, flag]) => ({
      usage: optionUsage(key, flag),
      summary: summaryOf(flag),
    })),
    notes: command.notes,
  }));
}

function optionUsage(key: string, flag: Flag): string {
  const name = `${shortOf(flag)}${optionName(key)}`;
  return flag.type === "switch" ? name : `${name} <${flag.value}>`;
}

function summaryOf(flag: Flag): string {
  if (flag.type !== "text" || flag.choices === undefined) return flag.summary;
  return `${flag.summary}: ${flag.choices.join(", ")}`;
}
