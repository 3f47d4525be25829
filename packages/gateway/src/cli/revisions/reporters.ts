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

/** The parser has refused every other word. */
export function diffReporter(given: string | undefined): DiffReporter {
  return reporters[diffFormats.find((format) => format === given) ?? "text"];
}
