import type { DeliveryStore } from "../delivery-store.ts";
import { deliveryColumns, numberOf, readDelivery } from "../rows.ts";
import type { Database } from "./database.ts";

/**
 * How far each receiver of the audit log has come, and which process may send to it. A migration:
 * never change it once it is released.
 */
export const deliveriesTable = `CREATE TABLE $schema.deliveries (
     receiver text PRIMARY KEY, row bigint NOT NULL, hash text, stopped text, at bigint NOT NULL,
     fence bigint NOT NULL, holder text NOT NULL, until bigint NOT NULL
   );`;

/** Every condition is inside its statement, so each statement is atomic on its own. */
export function createPostgresDeliveries({ ask }: Database, schema: string): DeliveryStore {
  const table = `${schema}.deliveries`;
  return {
    claim: async ({ receiver, holder, now, until }) => {
      const [row] = await ask(
        `INSERT INTO ${table} AS known (receiver, row, at, fence, holder, until)
         VALUES ($1, 0, $3, 1, $2, $4)
         ON CONFLICT (receiver) DO UPDATE SET
           fence = known.fence
             + (CASE WHEN known.holder <> excluded.holder OR known.until <= $3 THEN 1 ELSE 0 END),
           holder = excluded.holder, until = excluded.until
         WHERE known.holder = excluded.holder OR known.until <= $3
         RETURNING fence, ${deliveryColumns}`,
        [receiver, holder, now, until],
      );
      if (row === undefined) return undefined;
      return { receiver, fence: numberOf(row, "fence"), delivery: readDelivery(row) };
    },
    release: async ({ receiver, fence }) => {
      await ask(`UPDATE ${table} SET until = 0 WHERE receiver = $1 AND fence = $2`, [
        receiver,
        fence,
      ]);
    },
    save: async ({ receiver, fence }, { row, hash, stopped, at }) => {
      const saved = await ask(
        `UPDATE ${table} SET row = $3, hash = $4, stopped = $5, at = $6
         WHERE receiver = $1 AND fence = $2 RETURNING fence`,
        [receiver, fence, row, hash, stopped, at],
      );
      return saved.length === 1;
    },
    reset: async ({ receiver, row, hash, stopped, at }) => {
      await ask(
        `INSERT INTO ${table} AS known (receiver, row, hash, stopped, at, fence, holder, until)
         VALUES ($1, $2, $3, $4, $5, 1, '', 0)
         ON CONFLICT (receiver) DO UPDATE SET row = excluded.row, hash = excluded.hash,
           stopped = excluded.stopped, at = excluded.at, fence = known.fence + 1,
           holder = '', until = 0`,
        [receiver, row, hash, stopped, at],
      );
    },
    list: async () =>
      (await ask(`SELECT ${deliveryColumns} FROM ${table} ORDER BY receiver COLLATE "C"`)).map(
        readDelivery,
      ),
  };
}
