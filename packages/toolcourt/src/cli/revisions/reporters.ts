import { diffGithub } from "./github.ts";
import { diffJson } from "./json.ts";
import { diffMarkdown } from "./markdown.ts";
import type { DiffReporter } from "./show.ts";
import { diffText } from "./text.ts";

export const diffFormats = ["text", "json", "markdown", "github"] as const;
type DiffFormat = (typeof diffFormats)[number];

const reporters: Readonly<Record<DiffFormat, DiffReporter>> = {
  text: diffText,
  json: diffJson,
  markdown: diffMarkdown,
  github: diffGithub,
};

/** Returns the reporter. The parser has already refused other values. */
export function diffReporter(given: string | undefined): DiffReporter {
  return reporters[diffFormats.find((format) => format === given) ?? "text"];
}
