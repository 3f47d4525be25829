import type { Row } from "./read-rows.ts";

/** What the checkout has, as far as a row can name it. */
export interface Evidence {
  readonly hasFile: (path: string) => boolean;
  /** The tests of a file, or undefined if there is no such file. */
  readonly titlesIn: (file: string) => readonly Named[] | undefined;
  /** Whether a test file loads the code, or reads it by its path. */
  readonly reaches: (testFile: string, code: string) => boolean;
}

interface Named {
  readonly path: string;
  readonly isSkipped: boolean;
}

/** A requirement with what is wrong with its row. Nothing means that it is settled. */
export interface Judged {
  readonly row: Row;
  readonly problems: readonly string[];
}

export function judgeRow(row: Row, evidence: Evidence): Judged {
  return { row, problems: row.waitsFor === undefined ? problemsOf(row, evidence) : [] };
}

function problemsOf({ code, proofs }: Row, evidence: Evidence): readonly string[] {
  const missing = code.filter((path) => !evidence.hasFile(path));
  const reached = proofs.map(({ file }) => file);
  return [
    ...(code.length === 0 ? ["names no code"] : []),
    ...(proofs.length === 0 ? ["names no test"] : []),
    ...missing.map((path) => `there is no file ${path}`),
    ...proofs.flatMap(({ file, title }) => problemOf(title, evidence.titlesIn(file), file)),
    // A test that never loads the code cannot fail when the code is broken.
    ...code
      .filter((path) => !missing.includes(path) && proofs.length > 0)
      .filter((path) => !reached.some((file) => evidence.reaches(file, path)))
      .map((path) => `no test of it reaches ${path}`),
  ];
}

function problemOf(
  title: string,
  titles: readonly Named[] | undefined,
  file: string,
): readonly string[] {
  if (titles === undefined) return [`there is no file ${file}`];
  const named = titles.filter(({ path }) => isNamed(path, title));
  if (named.length === 0) return [`${file} has no test "${title}"`];
  return named.every(({ isSkipped }) => isSkipped) ? [`${file} skips "${title}"`] : [];
}

/** `$id keeps …` of `describe.each` may be named by one of its objects: `input/closed keeps …`. */
function isNamed(path: string, title: string): boolean {
  if (path === title || path.endsWith(` > ${title}`)) return true;
  const [start = "", ...rest] = path.split("$id");
  return rest.length === 1 && title.startsWith(start) && title.endsWith(rest.join(""));
}

/** Returns the numbers that a table lacks, repeats, or has beyond the document. */
export function numberProblems(
  rows: readonly Row[],
  expected: readonly string[],
): readonly string[] {
  const numbers = rows.map(({ number }) => number);
  return [
    ...expected.filter((number) => !numbers.includes(number)).map((each) => `${each} has no row`),
    ...numbers
      .filter((number, index) => numbers.indexOf(number) < index)
      .map((each) => `${each} has two rows`),
    ...numbers
      .filter((number) => !expected.includes(number))
      .map((each) => `${each} is no requirement`),
  ];
}
