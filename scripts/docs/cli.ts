import { type CommandHelp, commandHelp } from "toolcourt";
import { fence, type Page, page, table } from "./page.ts";

export async function cliPage(): Promise<Page> {
  return page("docs/cli.md", "The command", [
    "Exit codes are the same everywhere: 0 means success, 1 means problems were found, 2 means the command could not do its work. `--json` prints one JSON value and nothing else. Output goes to standard output, errors to standard error. Colors appear on a terminal only, and never when `NO_COLOR` is set.",
    ...(await commandHelp()).map(describe),
  ]);
}

function describe({ name, summary, usage, options, notes }: CommandHelp): string {
  return [
    `## toolcourt ${name}`,
    `${summary}.`,
    fence("sh", usage),
    table(
      ["option", "does"],
      options.map((option) => [`\`${option.usage}\``, option.summary]),
    ),
    ...notes,
  ].join("\n\n");
}
