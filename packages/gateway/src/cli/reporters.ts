import type { Reporter } from "./report.ts";
import { reportJson } from "./reports/json.ts";
import { reportText } from "./reports/text.ts";

export const formats = ["text", "json"] as const;
export type Format = (typeof formats)[number];

export const reporters: Readonly<Record<Format, Reporter>> = {
  text: reportText,
  json: reportJson,
};

/** The parser has refused every other word. */
export function formatOf(given: string | undefined): Format {
  return formats.find((format) => format === given) ?? "text";
}
