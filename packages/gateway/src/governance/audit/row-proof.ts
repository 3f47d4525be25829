import type { AuditStore } from "../../stores/audit-store.ts";
import { leafOf } from "./chain.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { checkpointsOf } from "./export-log.ts";
import { match, type Verifier } from "./note.ts";
import { hashesOf, inclusionRanges, rootByInclusion } from "./proofs.ts";

// The C2SP form of inclusion proofs, with the row's body as extra data.
const title = "c2sp.org/tlog-proof@v1";

const rowsAtOnce = 1_000;

/**
 * Proves that one row is in the log, without revealing another. Undefined if the row is missing, or
 * no checkpoint covers it yet.
 */
export async function proveRow(store: AuditStore, sequence: number): Promise<string | undefined> {
  const [row] = await store.read(sequence, 1);
  const { checkpoints } = await checkpointsOf(store);
  const checkpoint = checkpoints.find(({ size }) => size >= sequence);
  if (row?.sequence !== sequence || checkpoint === undefined) return undefined;
  const index = sequence - 1;
  const hashes = await hashesOf(inclusionRanges(index, checkpoint.size), leavesOf(store));
  return [
    title,
    `extra ${Buffer.from(row.body).toString("base64")}`,
    `index ${index}`,
    ...hashes.map((hash) => hash.toString("base64")),
    "",
    checkpoint.note,
  ].join("\n");
}

async function* leavesOf(store: AuditStore): AsyncGenerator<Buffer> {
  for (let from = 1; ; from += rowsAtOnce) {
    const rows = await store.read(from, rowsAtOnce);
    for (const { body } of rows) yield leafOf(body);
    if (rows.length < rowsAtOnce) return;
  }
}

export interface ProvenRow {
  readonly origin: string;
  readonly sequence: number;
  readonly body: string;
}

/** Recognizes a proof by its first line. */
export function isProof(firstLine: string): boolean {
  return firstLine.trimEnd() === title;
}

const form =
  /^c2sp\.org\/tlog-proof@v1\nextra (?<extra>[A-Za-z0-9+/]+=*)\nindex (?<index>0|[1-9]\d{0,14})\n(?<hashes>(?:[A-Za-z0-9+/]{43}=\n)*)\n(?<note>.+)$/su;

/** Returns the proven row. Undefined if the proof is invalid. */
export function verifyProof(proof: string, verifiers: readonly Verifier[]): ProvenRow | undefined {
  const found = match(form, proof, ["extra", "index", "hashes", "note"]);
  if (found === undefined) return undefined;
  const checkpoint = openCheckpoint(found.note, verifiers);
  if (checkpoint === undefined) return undefined;
  const body = Buffer.from(found.extra, "base64");
  const index = Number(found.index);
  const hashes = found.hashes.split("\n").slice(0, -1);
  const root = rootByInclusion({
    leaf: leafOf(body),
    index,
    size: checkpoint.size,
    proof: hashes.map((hash) => Buffer.from(hash, "base64")),
  });
  if (root?.equals(checkpoint.root) !== true) return undefined;
  return { origin: checkpoint.origin, sequence: index + 1, body: body.toString("utf8") };
}
