import { isJsonObject, own, parseJson } from "@toolcourt/sdk";
import type { AuditRow, AuditStore } from "../../stores/audit-store.ts";

/** What the log says about the result of a call. */
export interface RecordedResult {
  readonly row: number;
  /** Undefined if the call had none. */
  readonly digest: string | undefined;
}

type Log = Pick<AuditStore, "last" | "read">;

interface Wanted {
  readonly callId: string;
  /** When the result was kept, in milliseconds since 1970. */
  readonly at: number;
}

/** Clocks of several gateways differ a little. */
const earlierMs = 1_000;
/** A slow store may write the row this much later. */
const laterMs = 60_000;
const rowsAtOnce = 1_000;
const maxRows = 20_000;
/** A row that was written late has an older time than its neighbors. */
const neighbors = 5;

/**
 * Finds the end of a call by its time, since rows are almost in the order of their times. Undefined
 * if it is not near.
 */
export async function outcomeNear(log: Log, wanted: Wanted): Promise<RecordedResult | undefined> {
  const last = (await log.last())?.sequence ?? 0;
  const first = await firstSince(log, wanted.at - earlierMs, last);
  const end = Math.min(last, first + maxRows);
  for (let from = first; from <= end; from += rowsAtOnce) {
    const rows = await log.read(from, rowsAtOnce);
    const found = resultIn(rows, wanted.callId);
    if (found !== undefined) return found;
    if (timeOf(rows.slice(-neighbors)) > wanted.at + laterMs) return undefined;
  }
  return undefined;
}

/** Returns a row before which all are older, by halves. */
async function firstSince(log: Log, time: number, last: number): Promise<number> {
  let [from, to] = [1, last];
  while (to - from > rowsAtOnce) {
    const middle = Math.floor((from + to) / 2);
    if (timeOf(await log.read(middle, neighbors)) < time) from = middle;
    else to = middle;
  }
  return from;
}

/** Returns the middle one of the times. */
function timeOf(rows: readonly AuditRow[]): number {
  const times = rows.map(({ body }) => Number(/"at":(\d+)/.exec(body)?.[1] ?? Number.NaN));
  const known = times.filter((at) => !Number.isNaN(at)).toSorted((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? -Infinity;
}

function resultIn(rows: readonly AuditRow[], callId: string): RecordedResult | undefined {
  for (const { sequence, body } of rows) {
    const entry = body.includes(callId) ? parseJson(body) : undefined;
    if (!isJsonObject(entry) || own(entry, "callId") !== callId) continue;
    if (own(entry, "kind") !== "call.closed") continue;
    const result = own(entry, "result");
    const digest = isJsonObject(result) ? own(result, "digest") : undefined;
    return { row: sequence, digest: typeof digest === "string" ? digest : undefined };
  }
  return undefined;
}
