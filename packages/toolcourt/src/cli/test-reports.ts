import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { summaryOf, type TestReport } from "../authoring/probing/report.ts";
import { testText } from "./commands/test/text.ts";
import { reportTestHtml } from "./reports/html/page.ts";
import { reportTestJunit } from "./reports/test-junit.ts";
import { reportTestSarif } from "./reports/test-sarif.ts";
import type { Terminal } from "./terminal.ts";

export const testFormats = ["text", "json", "junit", "sarif", "html"] as const;
export type TestFormat = (typeof testFormats)[number];

/** The report formats of `toolcourt test`. */
export const testReporters: Readonly<
  Record<TestFormat, (report: TestReport, terminal: Terminal) => string>
> = {
  text: testText,
  json: (report) => printableJson({ ...report, summary: summaryOf(report) }),
  junit: reportTestJunit,
  sarif: reportTestSarif,
  html: reportTestHtml,
};

/** Reads the format. The parser has already refused other values. */
export function testFormatOf(given: string | undefined): TestFormat {
  return testFormats.find((format) => format === given) ?? "text";
}
