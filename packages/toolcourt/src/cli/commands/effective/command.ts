import { dirname, join } from "node:path";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { defaultFile, findConfig } from "@toolcourt/gateway/internal/compose/find-config";
import type { Config } from "@toolcourt/gateway/internal/config/config";
import { effectiveSettings, type Setting } from "@toolcourt/gateway/internal/config/effective";
import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import { unreadSecrets } from "@toolcourt/gateway/internal/config/server-references";
import {
  type CommandContext,
  configFlag,
  defineCommand,
  jsonFlag,
  type Terminal,
} from "../../command.ts";
import { createPaint, originText, shellWord, tableRows } from "../../style.ts";
import { suggested } from "../../suggest.ts";

export const command = defineCommand({
  flags: {
    config: configFlag,
    json: jsonFlag,
  },
  notes: [
    "A value comes from the file, an environment variable or a default. Secrets are not shown.",
    "The limits of a policy file are listed too.",
    "Exit 0: the configuration is valid. Exit 2: it is not; every mistake is listed.",
  ],

  async run({ values }, context) {
    const { terminal } = context;
    const { text, source: found } = await findConfig(values.config, context);
    // Sources are checked by their form only: looking at a configuration runs no command.
    const source = { ...found, secrets: unreadSecrets };
    const settings = [
      ...effectiveSettings(text, source),
      ...(await limitsIn(loadConfig(text, source), values.config, context)),
    ];
    terminal.out(
      values.json
        ? printableJson({ file: source.file ?? null, settings })
        : list(settings, source.file, terminal),
    );
    return 0;
  },
});

/** Returns the limits of the policy file. Loaded lazily: most configurations name none. */
async function limitsIn(
  config: Config,
  file: string | undefined,
  context: CommandContext,
): Promise<readonly Setting[]> {
  if (config.authority.policy?.from !== "file") return [];
  const { readPolicyLimits } = await import("@toolcourt/gateway/internal/compose/policy-limits");
  const found = await readPolicyLimits(config, file, context);
  if (found !== undefined) return found.settings;
  const named = printable(join(dirname(file ?? ""), config.authority.policy.file));
  const next = suggested(`toolcourt policy test ${shellWord(named)}`, context.terminal);
  context.terminal.err(`${named} cannot be used, so its limits are not listed. (next: ${next})`);
  return [];
}

function list(settings: readonly Setting[], file: string | undefined, terminal: Terminal): string {
  const paint = createPaint(terminal);
  const rows = settings.map(({ path, value, origin }) => [
    `${paint("bold", printable(path))}: ${shown(value)}`,
    paint("dim", originText(origin)),
  ]);
  const title =
    file === undefined ? [`There is no ${defaultFile}; this applies without one.`, ""] : [];
  return [...title, ...tableRows(rows, 64)].join("\n");
}

function shown(value: Setting["value"]): string {
  return typeof value === "string" ? printable(value) : printableJson(value);
}
