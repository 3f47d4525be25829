import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { defaultFile, findConfig } from "@toolcourt/gateway/internal/compose/find-config";
import { effectiveSettings, type Setting } from "@toolcourt/gateway/internal/config/effective";
import { configFlag, defineCommand, jsonFlag, type Terminal } from "../../command.ts";
import { createPaint, originText, tableRows } from "../../style.ts";

export const command = defineCommand({
  flags: {
    config: configFlag,
    json: jsonFlag,
  },
  notes: [
    "A value comes from the file, an environment variable or a default. Secrets are not shown.",
    "Exit 0: the configuration is valid. Exit 2: it is not; every mistake is listed.",
  ],

  async run({ values }, context) {
    const { terminal } = context;
    const { text, source } = await findConfig(values.config, context);
    const settings = effectiveSettings(text, source);
    terminal.out(
      values.json
        ? printableJson({ file: source.file ?? null, settings })
        : list(settings, source.file, terminal),
    );
    return 0;
  },
});

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
