import { leafOf, linkOf } from "./chain.ts";
import { type Checkpoint, openCheckpoint } from "./checkpoint.ts";
import { type ExportHeader, type ExportLine, readLine } from "./export-log.ts";
import type { Verifier } from "./note.ts";
import { Tree } from "./tree.ts";

export interface Sound {
  readonly kind: "sound";
  readonly rows: number;
  /** Number of rows covered by a checkpoint inside the export. */
  readonly signed: number;
  /** Number of rows covered by an outside checkpoint. */
  readonly witnessed: number;
}

export interface Broken {
  readonly kind: "broken";
  /** The first bad or missing row. Default: none, if no row is affected. */
  readonly row?: number;
  readonly line: number;
  readonly problem: string;
}

export interface Evidence {
  readonly verifiers: readonly Verifier[];
  /** Signed notes kept elsewhere. */
  readonly outside: readonly string[];
}

/**
 * Verifies an export, given as lines of one character per byte, each with its line feed. Stops at
 * the first error.
 */
export async function verifyExport(
  lines: AsyncIterable<string>,
  { verifiers, outside }: Evidence,
): Promise<Sound | Broken> {
  const witnesses = outside.map((note) => openCheckpoint(note, verifiers));
  const judgment: Judgment = {
    verifiers,
    witnesses: witnesses.filter((each) => each !== undefined),
    tree: new Tree(),
    header: undefined,
    hash: undefined,
    checkpoints: 0,
    signed: 0,
  };
  if (witnesses.includes(undefined)) return { ...notOurs, kind: "broken", line: 0 };
  let line = 0;
  for await (const text of lines) {
    line += 1;
    const flaw = text.endsWith("\n") ? judge(judgment, readLine(text.slice(0, -1))) : cutOff;
    if (flaw !== undefined) return { kind: "broken", line, ...flaw };
  }
  const flaw = judgeEnd(judgment);
  if (flaw !== undefined) return { kind: "broken", line: line + 1, ...flaw };
  const witnessed = largest(judgment.witnesses);
  return { kind: "sound", rows: judgment.tree.size, signed: judgment.signed, witnessed };
}

interface Judgment {
  readonly verifiers: readonly Verifier[];
  readonly witnesses: readonly Checkpoint[];
  readonly tree: Tree;
  header: ExportHeader | undefined;
  hash: string | undefined;
  checkpoints: number;
  signed: number;
}

type Flaw = Pick<Broken, "row" | "problem">;

const notOurs: Flaw = { problem: "A checkpoint from outside is not signed by the key." };
const cutOff: Flaw = { problem: "The line does not end." };
const headless: Flaw = {
  problem: "The header is missing: this is not an export, or its beginning was cut off.",
};

function partial(from: string): Flaw {
  return {
    problem: `This is a part of a log, from row ${from}. Only an export from row 1 can be verified; toolcourt audit prove proves one row.`,
  };
}

function judge(judgment: Judgment, line: ExportLine): Flaw | undefined {
  if (line.kind === "header") return judgeHeader(judgment, line.header);
  if (line.kind === "part") return partial(line.from);
  if (judgment.header === undefined) return headless;
  if (line.kind === "row") return judgeRow(judgment, line);
  if (line.kind === "checkpoint") return judgeNote(judgment, line.note);
  return { row: judgment.tree.size + 1, problem: "This is not a line of an export." };
}

function judgeHeader(judgment: Judgment, header: ExportHeader): Flaw | undefined {
  if (judgment.header !== undefined) return { problem: "There is a second header among the rows." };
  judgment.header = header;
  return judgment.verifiers.every(({ name }) => name === header.origin)
    ? undefined
    : { problem: "The export and the key have different origins." };
}

function judgeRow(
  judgment: Judgment,
  { sequence, body, hash }: Extract<ExportLine, { kind: "row" }>,
): Flaw | undefined {
  const { tree, witnesses } = judgment;
  const row = tree.size + 1;
  if (sequence !== String(row)) return { row, problem: "A different row is at its position." };
  const leaf = leafOf(body);
  if (linkOf(judgment.hash, leaf) !== hash) {
    return { row, problem: "The hash does not fit the row and the rows before it." };
  }
  tree.add(leaf);
  judgment.hash = hash;
  const differs = witnesses.some(({ size, root }) => size === row && !root.equals(tree.root()));
  return differs
    ? { row, problem: "The rows up to here are not those of the checkpoint from outside." }
    : undefined;
}

function judgeNote(judgment: Judgment, note: string): Flaw | undefined {
  const { tree, verifiers } = judgment;
  const row = tree.size;
  const checkpoint = openCheckpoint(note, verifiers);
  if (checkpoint === undefined) {
    return { row, problem: "The checkpoint after the row is not signed by the key." };
  }
  if (checkpoint.size !== row) {
    return { row, problem: "The checkpoint after the row covers other rows." };
  }
  if (!checkpoint.root.equals(tree.root())) {
    return { row, problem: "The rows up to here are not those of the checkpoint." };
  }
  judgment.checkpoints += 1;
  judgment.signed = row;
  return undefined;
}

function judgeEnd({ header, tree, witnesses, checkpoints }: Judgment): Flaw | undefined {
  if (header === undefined) return headless;
  const { counts = { rows: tree.size, checkpoints } } = header;
  const row = tree.size + 1;
  const known = Math.max(counts.rows, largest(witnesses));
  if (tree.size < known) return { row, problem: `There were ${known} rows. The rest is missing.` };
  if (tree.size > counts.rows) return { row, problem: "The header states fewer rows." };
  return checkpoints === counts.checkpoints
    ? undefined
    : { problem: "The header states another number of checkpoints." };
}

function largest(checkpoints: readonly Checkpoint[]): number {
  return Math.max(0, ...checkpoints.map(({ size }) => size));
}
