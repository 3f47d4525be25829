import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Evidence, type Judged, judgeRow, numberProblems } from "./judge-rows.ts";
import { readRows } from "./read-rows.ts";

/** A document of requirements. */
interface Document {
  readonly name: string;
  readonly numbers: readonly string[];
}

function upTo(last: number, form: (number: number) => string): readonly string[] {
  return Array.from({ length: last }, (_, index) => form(index + 1));
}

/** S4 has no 25 to 30. T is where the documents pull apart. */
const documents: readonly Document[] = [
  { name: "S0", numbers: upTo(57, (number) => `S0-${number}`) },
  { name: "S1", numbers: upTo(37, (number) => `S1-${number}`) },
  { name: "S2", numbers: upTo(40, (number) => `S2-${number}`) },
  { name: "S3", numbers: upTo(163, (number) => `S3-${number}`) },
  {
    name: "S4",
    numbers: upTo(93, (number) => `S4-${number}`).filter((each) => !/-(?:2[5-9]|30)$/.test(each)),
  },
  { name: "T", numbers: upTo(50, (number) => `T${number}`) },
];

/** A document with its rows, and what is wrong with its numbers. */
export interface JudgedDocument {
  readonly name: string;
  readonly rows: readonly Judged[];
  readonly problems: readonly string[];
}

export function judgeDocuments(evidence: Evidence): readonly JudgedDocument[] {
  return documents.map(({ name, numbers }) => {
    const file = join(import.meta.dirname, `${name.toLowerCase()}.txt`);
    const rows = readRows(readFileSync(file, "utf8"));
    return {
      name,
      rows: rows.map((row) => judgeRow(row, evidence)),
      problems: numberProblems(rows, numbers),
    };
  });
}

export function isSettled({ row, problems }: Judged): boolean {
  return row.waitsFor === undefined && problems.length === 0;
}

/** All that is wrong with a document, one line each. */
export function problemsIn({ rows, problems }: JudgedDocument): readonly string[] {
  return [
    ...problems,
    ...rows.flatMap((each) => each.problems.map((problem) => `${each.row.number} ${problem}`)),
  ];
}
