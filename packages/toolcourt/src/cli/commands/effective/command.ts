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
  type ExitCode,
  jsonFlag,
  switchFlag,
  type Terminal,
} from "../../command.ts";
import { createPaint, originText, shellWord, tableRows } from "../../style.ts";
import { suggested } from "../../suggest.ts";

export const command = defineCommand({
  flags: {
    config: configFlag,
    json: jsonFlag,
    diff: switchFlag("Show what a reload of the running gateway would change"),
  },
  notes: [
    "A value comes from the file, an environment variable or a default. Secrets are not shown.",
    "The limits of a policy file are listed too.",
    "With --diff the running gateway opens what the files say, compares and closes it again. Servers whose entry changed are started for that.",
    "Exit 0: the configuration is valid. Exit 1: a reload would be refused. Exit 2: the configuration is invalid, and every mistake is listed; or no gateway runs (--diff).",
  ],

  async run({ values }, context) {
    const { terminal } = context;
    if (values.diff) return showDiff(values.config, values.json, context);
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

/** Shows what each running gateway would change, and what it would refuse. */
async function showDiff(
  config: string | undefined,
  json: boolean,
  context: CommandContext,
): Promise<ExitCode> {
  const { askGateways } = await import("../reload/ask-gateways.ts");
  const { planText } = await import("../reload/text.ts");
  const { terminal } = context;
  const answers = await askGateways("plan", config, context);
  if (json) terminal.out(printableJson({ gateways: answers }));
  for (const answer of json ? [] : answers) {
    const isRefused = answer.kind === "refused";
    const text = isRefused
      ? `A reload would be refused: ${answer.message}\nNext: ${answer.next}`
      : planText(answer.plan);
    terminal.out(answers.length === 1 ? text : `Gateway ${answer.pid}\n${text}`);
  }
  return answers.every(({ kind }) => kind === "done") ? 0 : 1;
}

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
