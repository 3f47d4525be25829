import { describe } from "vitest";
import { systemClock } from "../../foundation/kernel/clock.ts";
import { usePostgres } from "../../testing/services/use-postgres.ts";
import { describeApprovalStore } from "../../testing/store-suites/approval-store.ts";
import { describeAuditStore } from "../../testing/store-suites/audit-store.ts";
import { describeConnectionStore } from "../../testing/store-suites/connection-store.ts";
import type { Doors } from "../../testing/store-suites/doors.ts";
import { describeDraftStore } from "../../testing/store-suites/draft-store.ts";
import { describeKeyStore } from "../../testing/store-suites/key-store.ts";
import { link } from "../../testing/store-suites/link.ts";
import { describeNotices } from "../../testing/store-suites/notices.ts";
import { describePersonalStore } from "../../testing/store-suites/personal-store.ts";
import { describePolicyStore } from "../../testing/store-suites/policy-store.ts";
import { describeResultStore } from "../../testing/store-suites/result-store.ts";
import { openPostgresStores, type PostgresStores } from "./open-postgres-stores.ts";

const postgres = await usePostgres();
const url = postgres.missing === undefined ? await postgres.database() : "";
let opened = 0;

// A schema per test isolates as well as a database, and is faster to create.
async function openBoth(): Promise<Doors<PostgresStores>> {
  opened += 1;
  const options = { link, clock: systemClock, schema: `test_${opened}` };
  const stack = new AsyncDisposableStack();
  const first = stack.use(await openPostgresStores(url, options));
  const second = stack.use(await openPostgresStores(url, options));
  return { first, second, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

describe.skipIf(postgres.missing !== undefined)(
  `PostgreSQL (${postgres.missing ?? "there"})`,
  () => {
    describeAuditStore(openBoth);
    describePersonalStore(openBoth);
    describeApprovalStore(openBoth);
    describePolicyStore(openBoth);
    describeConnectionStore(openBoth);
    describeKeyStore(openBoth);
    describeDraftStore(openBoth);
    describeResultStore(openBoth);
    describeNotices(async () => {
      const { first, second, ...doors } = await openBoth();
      return { ...doors, first: first.notices, second: second.notices };
    });
  },
);
