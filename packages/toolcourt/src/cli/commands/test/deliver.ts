import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { makeFolderOf, writeWhole } from "@toolcourt/gateway/internal/boundary/files/write-file";
import type { PlannedTool } from "../../../authoring/probing/plan-test.ts";
import type { TestReport } from "../../../authoring/probing/report.ts";
import { type CommandContext, type Terminal, usage } from "../../command.ts";
import { type FormatOf, reports } from "../../reports/reports.ts";
import { testVerdict, verdictLine } from "../../reports/verdict.ts";
import { reportTest } from "./report.ts";
import { testPlanText } from "./text.ts";

export interface Delivery {
  readonly format: FormatOf<"test">;
  /** The file to write to. Default: the terminal. */
  readonly output: string | undefined;
}

type DeliverDeps = Pick<CommandContext, "folder" | "terminal">;

/**
 * Prepares the delivery of a test report. Refuses an unwritable file now, not after minutes of
 * testing.
 */
export async function openDelivery(
  { format, output }: Delivery,
  deps: DeliverDeps,
): Promise<(report: TestReport) => Promise<void>> {
  const { terminal } = deps;
  const put = await openOutput(output, deps);
  return async (report) => {
    await put((page) => reports[format](reportTest(report), page));
    if (output === undefined) return;
    terminal.err(`${verdictLine(testVerdict(report))} The report is in ${printable(output)}.`);
  };
}

/** Prepares the delivery of a test plan in the same way. */
export async function openPlanDelivery(
  { format, output }: Delivery,
  deps: DeliverDeps,
): Promise<(planned: readonly PlannedTool[]) => Promise<void>> {
  if (format !== "text" && format !== "json") {
    throw usage("A dry run has no report: give --format text or json.");
  }
  const put = await openOutput(output, deps);
  return (planned) =>
    put((page) =>
      format === "json" ? printableJson({ tools: planned }) : testPlanText(planned, page),
    );
}

/** Returns a writer for the terminal or a file. Files get no colors. */
async function openOutput(
  output: string | undefined,
  { folder, terminal }: DeliverDeps,
): Promise<(textFor: (page: Terminal) => string) => Promise<void>> {
  if (output === undefined) return async (textFor) => terminal.out(textFor(terminal));
  if (output === "") throw usage("Give --output a file.");
  await makeFolderOf(folder, output);
  return (textFor) => writeWhole(folder, output, `${textFor({ ...terminal, color: false })}\n`);
}
