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

/**
 * Loads every command and returns its `--help` data. `docs/cli.md` is generated from it.
 *
 * @example
 * ```ts
 * for (const { usage, summary } of await commandHelp()) console.log(`${usage}: ${summary}`);
 * ```
 */
export function commandHelp(): Promise<readonly CommandHelp[]> {
  return Promise.all(
    commands.map(async (entry) => {
      const { command } = await entry.load();
      return {
        name: entry.name,
        summary: entry.summary,
        usage: `toolcourt ${entry.name} ${usageOf(entry, command)}`,
        options: Object.entries(command.flags).map(([key, flag]) => ({
          usage: optionUsage(key, flag),
          summary: summaryOf(flag),
        })),
        notes: command.notes,
      };
    }),
  );
}

function optionUsage(key: string, flag: Flag): string {
  const name = `${shortOf(flag)}${optionName(key)}`;
  return flag.type === "switch" ? name : `${name} <${flag.value}>`;
}

function summaryOf(flag: Flag): string {
  if (flag.type !== "text" || flag.choices === undefined) return flag.summary;
  return `${flag.summary}: ${flag.choices.join(", ")}`;
}
