import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { createTransact } from "./connection.ts";

function setUp({ begun }: { readonly begun: () => void }) {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE rows (id INTEGER PRIMARY KEY)");
  let resets = 0;
  const reset = (): void => {
    resets += 1;
  };
  const chain = { begun, committed: () => undefined, reset };
  const transact = createTransact(database, chain, (work) => work());
  const add = (): void => database.exec("INSERT INTO rows DEFAULT VALUES");
  const count = (): unknown => database.prepare("SELECT count(*) AS count FROM rows").get();
  return { database, transact, add, count, resets: () => resets };
}

it("rolls back a transaction whose work fails, and reports it", () => {
  const { database, transact, add, count, resets } = setUp({ begun: () => undefined });
  const fail = (): never => {
    add();
    throw new Error("failed");
  };

  expect(() => transact("committed", fail)).toThrow("failed");

  expect(database.isTransaction).toBe(false);
  expect(count()).toEqual({ count: 0 });
  expect(resets()).toBe(1);
});

it("rolls back a transaction that fails right after BEGIN: it would block all writers", () => {
  let isBroken = true;
  const { database, transact, add, count } = setUp({
    begun: () => {
      if (isBroken) throw new Error("cannot be read");
    },
  });

  expect(() => transact("committed", add)).toThrow("cannot be read");
  expect(database.isTransaction).toBe(false);

  isBroken = false;
  transact("committed", add);
  expect(count()).toEqual({ count: 1 });
});
