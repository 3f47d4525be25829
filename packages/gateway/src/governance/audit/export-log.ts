import type { AuditRow, AuditStore, StoredCheckpoint } from "../../stores/audit-store.ts";
import { formatName } from "./chain.ts";
import { originOf } from "./checkpoint.ts";
import { match } from "./note.ts";
import { ocsfOf } from "./ocsf.ts";

const rowsAtOnce = 1_000;

/**
 * Yields the whole log as lines: a header, then rows, each checkpoint after the last row it covers.
 * Ends at the row that was last at the start. `newOrigin` is the origin of a log that is not signed
 * yet.
 */
export async function* exportLog(store: AuditStore, newOrigin: string): AsyncGenerator<string> {
  const rows = (await store.last())?.sequence ?? 0;
  const { origin = newOrigin, checkpoints: all } = await checkpointsOf(store);
  const checkpoints = all.filter(({ size }) => size > 0 && size <= rows);
  yield headerLine({ origin, counts: { rows, checkpoints: checkpoints.length } });

  let next = 0;
  for (let from = 1; from <= rows; from += rowsAtOnce) {
    for (const row of await store.read(from, Math.min(rowsAtOnce, rows - from + 1))) {
      yield rowLine(row);
      for (let at = checkpoints[next]; at?.size === row.sequence; at = checkpoints[next]) {
        yield checkpointLine(at.note);
        next += 1;
      }
    }
  }
}

/** Yields every row as an OCSF event. Checkpoints are no events, and are left out. */
export async function* exportOcsf(store: AuditStore, newOrigin: string): AsyncGenerator<string> {
  const rows = (await store.last())?.sequence ?? 0;
  const { origin = newOrigin } = await checkpointsOf(store);
  let previous: string | undefined;
  for (let from = 1; from <= rows; from += rowsAtOnce) {
    for (const row of await store.read(from, Math.min(rowsAtOnce, rows - from + 1))) {
      yield JSON.stringify(ocsfOf({ ...row, previous }, origin));
      previous = row.hash;
    }
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
  | { readonly kind: "unknown" };

const forms = {
  header:
    /^\{"format":"toolcourt-audit-v1","origin":"(?<origin>[^"\\]+)"(?:,"rows":(?<rows>\d{1,15}),"checkpoints":(?<checkpoints>\d{1,15}))?\}$/,
  row: /^\{"sequence":(?<sequence>\d{1,15}),"hash":"(?<hash>[0-9a-f]{64})","body":(?<body>\{.*\})\}$/,
  checkpoint: /^\{"checkpoint":(?<note>"[^"]+")\}$/,
};

/** Parses a line of an export, given as one character per byte. */
export function readLine(line: string): ExportLine {
  const row = match(forms.row, line, ["sequence", "hash", "body"]);
  if (row !== undefined) return { kind: "row", ...row, body: Buffer.from(row.body, "latin1") };
  const text = utf8Of(line);
  return headerOf(text) ?? noteOf(text) ?? { kind: "unknown" };
}

function headerOf(text: string): ExportLine | undefined {
  const found = match(forms.header, text, ["origin", "rows", "checkpoints"]);
  if (found === undefined) return undefined;
  const counts = { rows: Number(found.rows), checkpoints: Number(found.checkpoints) };
  const header = { origin: found.origin, ...(found.rows === "" ? {} : { counts }) };
  return headerLine(header) === text ? { kind: "header", header } : undefined;
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
