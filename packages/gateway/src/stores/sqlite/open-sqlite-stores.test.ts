import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import { openAll } from "../../kernel/open-all.ts";
import type { DurableStores } from "../durable-stores.ts";
import { openFolder } from "../../testing/folder.ts";
import { describeApprovalStore } from "../../testing/store-suites/approval-store.ts";
import { describeAuditStore } from "../../testing/store-suites/audit-store.ts";
import type { Doors } from "../../testing/store-suites/doors.ts";
import { linkModule } from "../../testing/store-suites/link.ts";
import { describePersonalStore } from "../../testing/store-suites/personal-store.ts";
import { openSqliteStores } from "./open-sqlite-stores.ts";

let held: Doors<DurableStores> & { readonly path: string };

// Two threads with a connection each, as two processes would have. They last for all tests, because a
// thread takes longer to start than a test may take.
beforeAll(async () => {
  held = await openAll(async (stack) => {
    const folder = stack.use(await openFolder());
    const path = join(folder.path, "state.db");
    const open = async () =>
      stack.use(await openSqliteStores(path, { linkModule, clock: systemClock }));
    const [first, second] = await Promise.all([open(), open()]);
    return { first, second, path };
  });
});

afterAll(() => held[Symbol.asyncDispose]());

/** A new file in the place of the old one, which both notice and open. */
const openFresh = async (): Promise<Doors<DurableStores>> => {
  await Promise.all(["", "-wal", "-shm"].map((end) => rm(`${held.path}${end}`, { force: true })));
  await writeFile(held.path, "");
  return { ...held, [Symbol.asyncDispose]: async () => undefined };
};

describeAuditStore(openFresh);
describePersonalStore(openFresh);
describeApprovalStore(openFresh);
