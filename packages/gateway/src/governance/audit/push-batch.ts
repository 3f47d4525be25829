import { hash } from "node:crypto";
import type { AuditRow, StoredCheckpoint } from "../../stores/audit-store.ts";
import type { Delivery } from "../../stores/delivery-store.ts";
import { link } from "./chain.ts";
import { headerLine, rowLine } from "./export-log.ts";
import { type ChainedRow, ocsfOf } from "./ocsf.ts";

/** Consecutive rows for one receiver. */
export interface Batch {
  /** The name of the key that signs the log. */
  readonly origin: string;
  readonly receiver: string;
  readonly rows: readonly [AuditRow, ...AuditRow[]];
  /** The last row that the receiver acknowledged before. 0 for none. */
  readonly after: number;
  /** Hash of that row. Undefined for none. */
  readonly previous: string | undefined;
  /** Whether the receiver may have got some of these rows before. */
  readonly mayRepeat: boolean;
  /** A signed checkpoint that these rows complete. Default: none is new. */
  readonly checkpoint?: StoredCheckpoint | undefined;
}

/** The form in which a row is sent. */
export type BodyOf = (row: ChainedRow, origin: string) => string;

export const bodies: Readonly<Record<"rows" | "ocsf", BodyOf>> = {
  rows: ({ body }) => body,
  ocsf: (row, origin) => JSON.stringify(ocsfOf(row, origin)),
};

/** Returns the rows, each with the hash of the row before it. */
export function chainedRows({ rows, previous }: Batch): readonly ChainedRow[] {
  return rows.map((row, index) => ({ ...row, previous: rows[index - 1]?.hash ?? previous }));
}

/** A receiver's answer, not yet judged. */
export type Sent =
  /** It has all rows up to this one, and proves it by the hash of this one. */
  | { readonly kind: "stored"; readonly row: number; readonly hash: string | undefined }
  /** It has none of these rows now. Later it may take them. */
  | { readonly kind: "later"; readonly because: string; readonly waitMs?: number | undefined }
  /** It will not take these rows. Sending them again is of no use. */
  | { readonly kind: "refused"; readonly because: string };

/** Sends a batch. Rejects only if the signal aborts. */
export type SendBatch = (batch: Batch, signal: AbortSignal) => Promise<Sent>;

/** A larger batch would hold up both ends for too long. A single row may be larger. */
const maxBatchBytes = 1_000_000;

/**
 * Returns the rows that follow the cursor, or why the log does not continue it. A receiver must
 * never get a row that does not fit the rows it has.
 */
export function rowsBehind(
  { row, hash: known }: Pick<Delivery, "row" | "hash">,
  read: readonly AuditRow[],
): { readonly rows: readonly AuditRow[] } | { readonly broken: string } {
  if (row === 0) return continued({ row, previous: undefined }, read);
  const [first, ...rows] = read;
  return first?.sequence === row && first.hash === known
    ? continued({ row, previous: first.hash }, rows)
    : { broken: `The log lacks row ${row} as this receiver acknowledged it.` };
}

function continued(
  end: { readonly row: number; readonly previous: string | undefined },
  rows: readonly AuditRow[],
): ReturnType<typeof rowsBehind> {
  let { row, previous } = end;
  for (const { sequence, body, hash: linked } of rows) {
    row += 1;
    const isNext = sequence === row && link(previous, body).hash === linked;
    if (!isNext) return { broken: `Row ${row} does not fit the rows before it.` };
    previous = linked;
  }
  return { rows: withinBytes(rows) };
}

function withinBytes(rows: readonly AuditRow[]): readonly AuditRow[] {
  let bytes = 0;
  const end = rows.findIndex(({ body }, index) => {
    bytes += Buffer.byteLength(body);
    return index > 0 && bytes > maxBatchBytes;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** Writes a batch as the lines of an export: a receiver that appends them can verify its file. */
export function linesOf(batch: Batch, format: "rows" | "ocsf" = "rows"): string {
  const { origin, rows } = batch;
  if (format === "ocsf") {
    return chainedRows(batch)
      .map((row) => `${bodies.ocsf(row, origin)}\n`)
      .join("");
  }
  return `${[headerLine({ origin }), ...rows.map(rowLine)].join("\n")}\n`;
}

/** The text that is signed for one request. It cannot be taken for a checkpoint. */
export function signedText(receiver: string, seconds: number, body: string): string {
  return `toolcourt-push-v1\n${receiver}\n${seconds}\n${hash("sha256", body, "hex")}\n`;
}

/** The same for a notice about a request for approval. */
export function noticeText(receiver: string, seconds: number, body: string): string {
  return `toolcourt-notice-v1\n${receiver}\n${seconds}\n${hash("sha256", body, "hex")}\n`;
}

export type Judged =
  | { readonly kind: "arrived"; readonly row: number; readonly hash: string }
  | { readonly kind: "nothing" }
  | { readonly kind: "lied"; readonly because: string };

/** Compares what a receiver says it has with what it was sent. */
export function judgeStored(
  { rows, after }: Batch,
  { row, hash: claimed }: Extract<Sent, { readonly kind: "stored" }>,
): Judged {
  const last = rows.at(-1)?.sequence ?? after;
  if (row > last) {
    return lied(`It acknowledged row ${row}, and was sent rows up to ${last}.`);
  }
  if (row < after) {
    return lied(`It acknowledged row ${row}, and had acknowledged row ${after} before.`);
  }
  if (row === after) return { kind: "nothing" };
  const sent = rows[row - after - 1];
  return sent !== undefined && sent.hash === claimed
    ? { kind: "arrived", row, hash: sent.hash }
    : lied(`It acknowledged row ${row} with another hash than that row has.`);
}

function lied(because: string): Judged {
  return { kind: "lied", because };
}
