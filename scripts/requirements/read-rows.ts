/** A test that fails if a requirement is not met. */
export interface Proof {
  /** From the root of the checkout. */
  readonly file: string;
  /** As written in the file. `describe > it` names one of several tests of the same title. */
  readonly title: string;
}

/** One requirement, by its number. */
export interface Row {
  readonly number: string;
  /** The files that do it. */
  readonly code: readonly string[];
  readonly proofs: readonly Proof[];
  /** What is missing for it. Default: nothing, and the row must have code and proofs. */
  readonly waitsFor?: string;
}

/**
 * Reads a table of requirements. A row is its number and the files that do it, and below it,
 * indented, one test a line: the file, ` > `, the title. Rows that wait say for what.
 */
export function readRows(text: string): readonly Row[] {
  return text
    .split(/\n(?=[ST]\d)/)
    .filter((block) => /^[ST]\d/.test(block))
    .map((block) => readRow(block.split("\n").filter((line) => !/^(#|\s*$)/.test(line))));
}

function readRow([head = "", ...lines]: readonly string[]): Row {
  const [number = "", ...code] = head.split(/\s+/).filter((word) => word !== "");
  const waits = /^\S+\s+waits: (.+)$/.exec(head);
  if (waits?.[1] !== undefined) return { number, code: [], proofs: [], waitsFor: waits[1] };
  return { number, code, proofs: lines.map((line) => readProof(number, line)) };
}

function readProof(number: string, line: string): Proof {
  const [, file, title] = /^ {2}(\S+) > (.+)$/.exec(line) ?? [];
  if (file === undefined || title === undefined) {
    throw new Error(`${number}: expected "  <test file> > <title>", got ${JSON.stringify(line)}.`);
  }
  return { file, title };
}
