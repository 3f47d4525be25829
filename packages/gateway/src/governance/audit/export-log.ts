import type { AuditStore, StoredCheckpoint } from "../../stores/audit-store.ts";
import { originOf } from "./checkpoint.ts";
import { checkpointLine, headerLine, rowLine } from "./export-lines.ts";

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
