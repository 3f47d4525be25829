import type { AppendedRow, AuditEntry } from "../audit-store.ts";
import type { Waiting } from "./linked.ts";
import type { InTurn } from "./turns.ts";

/** A larger group would make a statement too slow. */
const mostTogether = 500;

/** Batches items that arrive before their turn. `write` settles each waiting one. */
export function createGroups(
  inTurn: InTurn,
  write: (group: readonly Waiting[]) => Promise<void>,
): (entries: readonly AuditEntry[]) => Promise<readonly AppendedRow[]> {
  let open: Waiting[] | undefined;

  const openGroup = (): Waiting[] => {
    const group: Waiting[] = [];
    const close = (): void => {
      if (open === group) open = undefined;
    };
    inTurn(() => {
      close();
      return write(group);
    }).catch((error: unknown) => {
      close();
      for (const { reject } of group) reject(error);
    });
    return group;
  };

  return (entries) =>
    new Promise((resolve, reject) => {
      if (open === undefined || open.length >= mostTogether) open = openGroup();
      open.push({ entries, resolve, reject });
    });
}
