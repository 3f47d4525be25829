import type { Flag } from "./command.ts";
import { commands } from "./commands.ts";
import { optionName, shortOf } from "./parse.ts";

/** A command as its page shows it. */
export interface CommandHelp {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly options: readonly { readonly usage: string; readonly summary: string }[];
  readonly notes: readonly string[];
}

/** What `--help` says of every command, as data. `docs/cli.md` is generated from it. */
export function commandHelp(): readonly CommandHelp[] {
  return commands.map(({ name, summary, positionals, flags, notes }) => ({
    name,
    summary,
    usage: `toolcourt ${name} [options] ${positionals}`.trimEnd(),
    options: Object.entries(flags).map(([key, flag]) => ({
      usage: usageOf(key, flag),
      summary: summaryOf(flag),
    })),
    notes,
  }));
}

function usageOf(key: string, flag: Flag): string {
  const name = `${shortOf(flag)}${optionName(key)}`;
  return flag.type === "switch" ? name : `${name} <${flag.value}>`;
}

function summaryOf(flag: Flag): string {
  if (flag.type !== "text" || flag.choices === undefined) return flag.summary;
  return `${flag.summary}: ${flag.choices.join(", ")}`;
}
