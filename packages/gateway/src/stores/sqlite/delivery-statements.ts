import type { DatabaseSync } from "node:sqlite";
import type { DeliveryStore } from "../delivery-store.ts";
import { deliveryColumns, numberOf, readDelivery } from "../rows.ts";
import type { Statements } from "./prepared.ts";

/** The write transaction holds the file, so each statement sees and leaves a whole row. */
export function createDeliveryStatements(database: DatabaseSync): Statements<DeliveryStore> {
  const claim = database.prepare(
    `INSERT INTO deliveries (receiver, row, at, fence, holder, until)
     VALUES (:receiver, 0, :now, 1, :holder, :until)
     ON CONFLICT DO UPDATE SET
       fence = fence + (holder <> excluded.holder OR until <= :now),
       holder = excluded.holder, until = excluded.until
     WHERE holder = excluded.holder OR until <= :now
     RETURNING fence, ${deliveryColumns}`,
  );
  const release = database.prepare(
    "UPDATE deliveries SET until = 0 WHERE receiver = ? AND fence = ?",
  );
  const save = database.prepare(
    `UPDATE deliveries SET row = :row, hash = :hash, stopped = :stopped, at = :at
     WHERE receiver = :receiver AND fence = :fence`,
  );
  const reset = database.prepare(
    `INSERT INTO deliveries (receiver, row, hash, stopped, at, fence, holder, until)
     VALUES (:receiver, :row, :hash, :stopped, :at, 1, '', 0)
     ON CONFLICT DO UPDATE SET row = excluded.row, hash = excluded.hash,
       stopped = excluded.stopped, at = excluded.at, fence = fence + 1, holder = '', until = 0`,
  );
  const list = database.prepare(`SELECT ${deliveryColumns} FROM deliveries ORDER BY receiver`);
  return {
    claim: ({ receiver, holder, now, until }) => {
      const [row] = claim.all({ receiver, holder, now, until });
      if (row === undefined) return undefined;
      return { receiver, fence: numberOf(row, "fence"), delivery: readDelivery(row) };
    },
    release: ({ receiver, fence }) => void release.run(receiver, fence),
    save: ({ fence }, delivery) => save.run({ ...delivery, fence }).changes === 1,
    reset: (delivery) => void reset.run({ ...delivery }),
    list: () => list.all().map(readDelivery),
  };
}
