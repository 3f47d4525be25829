import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Terminal } from "../command.ts";
import { github } from "./github.ts";
import { htmlPage } from "./html/page.ts";
import { junit } from "./junit.ts";
import { markdown } from "./markdown.ts";
import type { Report } from "./report.ts";
import { sarif } from "./sarif.ts";

/** The writer of each format. */
export const reports = {
  text: ({ text }: Pick<Report, "text">, terminal: Terminal) => text(terminal),
  json: ({ json }: Pick<Report, "json">) => printableJson(json()),
  sarif,
  junit,
  github,
  markdown,
  html: htmlPage,
} satisfies Readonly<Record<string, (report: Report, terminal: Terminal) => string>>;

/** The formats of each command, in the order of its help. */
export const formats = {
  check: ["text", "json", "sarif", "junit", "github"],
  test: ["text", "json", "junit", "sarif", "html"],
  diff: ["text", "json", "markdown", "github"],
} as const satisfies Readonly<Record<string, readonly (keyof typeof reports)[]>>;
export type FormatOf<C extends keyof typeof formats> = (typeof formats)[C][number];
