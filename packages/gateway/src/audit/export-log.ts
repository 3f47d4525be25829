import type { AuditStore } from "../stores/audit-store.ts";
import { checkpointLine, headerLine, rowLine } from "./export-lines.ts";

const rowsAtOnce = 1_000;

/**
 * The whole log as lines: a header, then rows and checkpoints, each checkpoint behind the last row that it
 * speaks of. Ends at the row that was the last one when it began.
 */
export async function* exportLog(store: AuditStore, origin: string): AsyncGenerator<string> {
  const rows = (await store.last())?.sequence ?? 0;
  const all = await store.checkpoints();
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
