import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { evidenceIn } from "./requirements/checkout-evidence.ts";
import {
  isSettled,
  type JudgedDocument,
  judgeDocuments,
  problemsIn,
} from "./requirements/documents.ts";
import { runProofs } from "./requirements/run-proofs.ts";

// npm run requirements [-- --only S4] [--run]
// Prints every requirement with its code and its tests, and counts them by document. Exit 1 means
// that a row has no test, or names something that is missing. With --run the tests are run as well.
const { values: flags } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    run: { type: "boolean", default: false },
  },
});
const root = resolve(import.meta.dirname, "..");
const found = judgeDocuments(evidenceIn(root)).filter(
  ({ name }) => flags.only.length === 0 || flags.only.includes(name),
);
if (found.length === 0) throw new Error(`There is no document ${flags.only.join(", ")}.`);
const judged = flags.run ? await runProofs(root, found) : found;

for (const document of judged) for (const line of linesOf(document)) console.log(line);
console.log();
for (const document of judged) console.log(countOf(document));
const problems = judged.flatMap(problemsIn);
for (const problem of problems) console.error(problem);
// Not `process.exit`, which would cut off what a pipe has not yet taken.
process.exitCode = problems.length === 0 ? 0 : 1;

function linesOf({ rows }: JudgedDocument): readonly string[] {
  return rows.flatMap((each) => {
    const { number, code, proofs, waitsFor } = each.row;
    if (waitsFor !== undefined) return [`… ${number}  ${waitsFor}`];
    return [
      `${isSettled(each) ? "✔" : "✘"} ${number}  ${code.join(", ")}`,
      ...proofs.map(({ file, title }) => `    ${file} > ${title}`),
    ];
  });
}

function countOf({ name, rows }: JudgedDocument): string {
  const settled = rows.filter(isSettled).length;
  const waiting = rows.flatMap(({ row }) => (row.waitsFor === undefined ? [] : [row.number]));
  const rest = waiting.length === 0 ? "" : ` (${waiting.join(", ")} wait)`;
  return `${name.padEnd(3)} ${settled} of ${rows.length} ✔${rest}`;
}
