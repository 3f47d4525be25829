import type { Reporter } from "./report.ts";
import { reportGithub } from "./reports/github.ts";
import { reportJson } from "./reports/json.ts";
import { reportJunit } from "./reports/junit.ts";
import { reportSarif } from "./reports/sarif.ts";
import { reportText } from "./reports/text.ts";

export const formats = ["text", "json", "sarif", "junit", "github"] as const;
export type Format = (typeof formats)[number];

export const reporters: Readonly<Record<Format, Reporter>> = {
  text: reportText,
  json: reportJson,
  sarif: reportSarif,
  junit: reportJunit,
  github: reportGithub,
};

/** Reads the format. The parser has already refused other values. */
export function formatOf(given: string | undefined): Format {
  return formats.find((format) => format === given) ?? "text";
}
