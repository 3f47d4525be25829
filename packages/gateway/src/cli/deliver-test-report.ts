import type { TestReport } from "../probing/report.ts";
import type { Surroundings } from "./command.ts";
import { printable } from "./printable.ts";
import { usage } from "./test-flags.ts";
import { type TestFormat, testReporters } from "./test-reports.ts";
import { verdictSentence } from "./test-verdict.ts";
import { makeFolderOf, writeWhole } from "./write-file.ts";

export interface Delivery {
  readonly format: TestFormat;
  /** The file to write to. Absent for the terminal. */
  readonly output: string | undefined;
}

type Place = Pick<Surroundings, "folder" | "terminal">;

/**
 * Prepares to hand over the report of a test: a file that cannot be written is refused now, and not
 * after minutes of testing.
 */
export async function openDelivery(
  { format, output }: Delivery,
  { folder, terminal }: Place,
): Promise<(report: TestReport) => Promise<void>> {
  if (output === undefined) {
    return async (report) => terminal.out(testReporters[format](report, terminal));
  }
  if (output === "") throw usage("Give --output a file.");
  await makeFolderOf(folder, output);
  return async (report) => {
    const text = testReporters[format](report, { ...terminal, color: false });
    await writeWhole(folder, output, `${text}\n`);
    terminal.err(`${verdictSentence(report)} The report is in ${printable(output)}.`);
  };
}
