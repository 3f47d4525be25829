import type { AuditRow, AuditStore, StoredCheckpoint } from "../../stores/audit-store.ts";
import { formatName } from "./chain.ts";
import { originOf } from "./checkpoint.ts";
import { match } from "./note.ts";
import { ocsfOf } from "./ocsf.ts";

// A gateway exports beside its calls, so a batch must not hold them up.
const rowsAtOnce = 250;

/** The rows of an export, both ends included. */
export interface RowRange {
  /** Default: 1. */
  readonly from?: number;
  /** Default: the row that is last at the start. */
  readonly to?: number;
}

/**
 * Yields the log as lines: a header, then rows, each checkpoint after the last row it covers. Only
 * an export from the first row can be verified: another one has its own header and no checkpoints.
 * `newOrigin` is the origin of a log that is not signed yet.
 */
export async function* exportLog(
  store: AuditStore,
  newOrigin: string,
  range: RowRange = {},
): AsyncGenerator<string> {
  const { from, to } = await boundsOf(store, range);
  const { origin = newOrigin, checkpoints: all } = await checkpointsOf(store);
  const checkpoints = from > 1 ? [] : all.filter(({ size }) => size > 0 && size <= to);
  yield from > 1
    ? partHeaderLine({ origin, from, to })
    : headerLine({ origin, counts: { rows: to, checkpoints: checkpoints.length } });

  let next = 0;
  for await (const row of rowsOf(store, { from, to })) {
    yield rowLine(row);
    for (let at = checkpoints[next]; at?.size === row.sequence; at = checkpoints[next]) {
      yield checkpointLine(at.note);
      next += 1;
    }
  }
}

/** Yields rows as OCSF events. Checkpoints are no events, and are left out. */
export async function* exportOcsf(
  store: AuditStore,
  newOrigin: string,
  range: RowRange = {},
): AsyncGenerator<string> {
  const { from, to } = await boundsOf(store, range);
  const { origin = newOrigin } = await checkpointsOf(store);
  const [before] = from > 1 ? await store.read(from - 1, 1) : [];
  let previous = before?.hash;
  for await (const row of rowsOf(store, { from, to })) {
    yield JSON.stringify(ocsfOf({ ...row, previous }, origin));
    previous = row.hash;
  }
}

async function boundsOf(
  store: Pick<AuditStore, "last">,
  { from = 1, to = Infinity }: RowRange,
): Promise<Required<RowRange>> {
  const rows = (await store.last())?.sequence ?? 0;
  return { from, to: Math.min(to, rows) };
}

async function* rowsOf(
  store: Pick<AuditStore, "read">,
  { from, to }: Required<RowRange>,
): AsyncGenerator<AuditRow> {
  for (let first = from; first <= to; first += rowsAtOnce) {
    yield* await store.read(first, Math.min(rowsAtOnce, to - first + 1));
  }
}

/**
 * Returns the checkpoints under the name that first signed the log. Others prove nothing to its
 * readers.
 */
export async function checkpointsOf(store: Pick<AuditStore, "checkpoints">): Promise<{
  readonly origin?: string;
  readonly checkpoints: readonly StoredCheckpoint[];
}> {
  const checkpoints = await store.checkpoints();
  const [first] = checkpoints;
  if (first === undefined) return { checkpoints };
  const origin = originOf(first.note);
  return { origin, checkpoints: checkpoints.filter(({ note }) => originOf(note) === origin) };
}

// An export is one JSON object per line, and each line has exactly one valid spelling. Rows hold
// their body as hashed. Lines are read as Latin-1, one character per byte: invalid UTF-8 must not
// be repaired.

export interface ExportHeader {
  readonly origin: string;
  /** Default: none, in a log that still grows. */
  readonly counts?: { readonly rows: number; readonly checkpoints: number };
}

export function headerLine({ origin, counts }: ExportHeader): string {
  return JSON.stringify({ format: formatName, origin, ...counts });
}

interface PartHeader extends Required<RowRange> {
  readonly origin: string;
}

function partHeaderLine({ origin, from, to }: PartHeader): string {
  return JSON.stringify({ format: `${formatName}-part`, origin, from, to });
}

export function rowLine({ sequence, hash, body }: AuditRow): string {
  return `{"sequence":${sequence},"hash":"${hash}","body":${body}}`;
}

function checkpointLine(note: string): string {
  return `{"checkpoint":${JSON.stringify(note)}}`;
}

export type ExportLine =
  | { readonly kind: "header"; readonly header: ExportHeader }
  | {
      readonly kind: "row";
      readonly sequence: string;
      readonly hash: string;
      readonly body: Buffer;
    }
  | { readonly kind: "checkpoint"; readonly note: string }
  | { readonly kind: "part"; readonly from: string }
  | { readonly kind: "unknown" };

const forms = {
  header:
    /^\{"format":"toolcourt-audit-v1","origin":"(?<origin>[^"\\]+)"(?:,"rows":(?<rows>\d{1,15}),"checkpoints":(?<checkpoints>\d{1,15}))?\}$/,
  row: /^\{"sequence":(?<sequence>\d{1,15}),"hash":"(?<hash>[0-9a-f]{64})","body":(?<body>\{.*\})\}$/,
  checkpoint: /^\{"checkpoint":(?<note>"[^"]+")\}$/,
  part: /^\{"format":"toolcourt-audit-v1-part","origin":"[^"\\]+","from":(?<from>\d{1,15}),"to":\d{1,15}\}$/,
};

/** Parses a line of an export, given as one character per byte. */
export function readLine(line: string): ExportLine {
  const row = match(forms.row, line, ["sequence", "hash", "body"]);
  if (row !== undefined) return { kind: "row", ...row, body: Buffer.from(row.body, "latin1") };
  const text = utf8Of(line);
  return headerOf(text) ?? noteOf(text) ?? partOf(text) ?? { kind: "unknown" };
}

function headerOf(text: string): ExportLine | undefined {
  const found = match(forms.header, text, ["origin", "rows", "checkpoints"]);
  if (found === undefined) return undefined;
  const counts = { rows: Number(found.rows), checkpoints: Number(found.checkpoints) };
  const header = { origin: found.origin, ...(found.rows === "" ? {} : { counts }) };
  return headerLine(header) === text ? { kind: "header", header } : undefined;
}

function partOf(text: string): ExportLine | undefined {
  const found = match(forms.part, text, ["from"]);
  return found && { kind: "part", from: found.from };
}

function noteOf(text: string): ExportLine | undefined {
  const json = match(forms.checkpoint, text, ["note"])?.note;
  const note = json === undefined ? undefined : stringOf(json);
  return note !== undefined && checkpointLine(note) === text
    ? { kind: "checkpoint", note }
    : undefined;
}

function stringOf(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}

function utf8Of(line: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(line, "latin1"),
    );
  } catch {
    return "";
  }
}
