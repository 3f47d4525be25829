import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { describe } from "vitest";
import { patientDeadlineMs } from "../store-error.ts";
import { describeAdmissionStore } from "../suites/admission-store.ts";
import { describeApprovalStore } from "../suites/approval-store.ts";
import { describeAuditStore } from "../suites/audit-store.ts";
import { describeCallStore } from "../suites/call-store.ts";
import { describeConnectionStore } from "../suites/connection-store.ts";
import { describeDeliveryStore } from "../suites/delivery-store.ts";
import { describeDraftStore } from "../suites/draft-store.ts";
import { describeGrantStore } from "../suites/grant-store.ts";
import { describeHistoryStore } from "../suites/history-store.ts";
import { describeKeyStore } from "../suites/key-store.ts";
import { describeKeyUseStore } from "../suites/key-use-store.ts";
import { linkSteps } from "../suites/link.ts";
import { describeNotices } from "../suites/notices.ts";
import { describePersonalStore } from "../suites/personal-store.ts";
import { describePolicyStore } from "../suites/policy-store.ts";
import { describeQuarantineStore } from "../suites/quarantine-store.ts";
import { describeResultStore } from "../suites/result-store.ts";
import type { SuiteStore } from "../suites/suite-store.ts";
import { describeTaskStore } from "../suites/task-store.ts";
import { openPostgresStores, type PostgresStores } from "./open-postgres-stores.ts";

const postgres = await usePostgres();
const url = postgres.missing === undefined ? await postgres.database() : "";
let opened = 0;

// A schema per test isolates as well as a database, and is faster to create.
async function openBoth(): Promise<SuiteStore<PostgresStores>> {
  opened += 1;
  const options = {
    linkSteps,
    clock: systemClock,
    timeoutMs: patientDeadlineMs,
    schema: `test_${opened}`,
  };
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
    describeGrantStore(openBoth);
    describePolicyStore(openBoth);
    describeAdmissionStore(openBoth);
    describeConnectionStore(openBoth);
    describeKeyStore(openBoth);
    describeDraftStore(openBoth);
    describeResultStore(openBoth);
    describeQuarantineStore(openBoth);
    describeDeliveryStore(openBoth);
    describeKeyUseStore(openBoth);
    describeTaskStore(openBoth);
    describeCallStore(openBoth);
    describeHistoryStore(async () => {
      const { first, second, ...handles } = await openBoth();
      return { ...handles, first: first.histories, second: second.histories };
    });
    describeNotices(async () => {
      const { first, second, ...handles } = await openBoth();
      return { ...handles, first: first.notices, second: second.notices };
    });
  },
);
