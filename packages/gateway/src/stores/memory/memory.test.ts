import { createFakeClock } from "@toolcourt/testing/fake-clock";
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
import { describeLimitStore } from "../suites/limit-store.ts";
import { link } from "../suites/link.ts";
import { describeNotices } from "../suites/notices.ts";
import { describePersonalStore } from "../suites/personal-store.ts";
import { describePolicyStore } from "../suites/policy-store.ts";
import { describeQuarantineStore } from "../suites/quarantine-store.ts";
import { describeQueryStore } from "../suites/query-store.ts";
import { describeResultStore } from "../suites/result-store.ts";
import type { SuiteStore } from "../suites/suite-store.ts";
import { describeTaskStore } from "../suites/task-store.ts";
import { createMemoryHistories } from "./histories.ts";
import { openMemoryStores } from "./open-memory-stores.ts";
import { createMemoryLimits, createMemoryNotices, createMemoryQueries } from "./transient.ts";

// No other process reaches this memory, so both handles are the same store.
function both<Store>(store: Store): SuiteStore<Store> {
  return { first: store, second: store, [Symbol.asyncDispose]: async () => undefined };
}

const openDurable = async () => both(openMemoryStores({ link }));

describeAuditStore(openDurable);
describePersonalStore(openDurable);
describeApprovalStore(openDurable);
describeGrantStore(openDurable);
describePolicyStore(openDurable);
describeAdmissionStore(openDurable);
describeConnectionStore(openDurable);
describeKeyStore(openDurable);
describeDraftStore(openDurable);
describeResultStore(openDurable);
describeQuarantineStore(openDurable);
describeDeliveryStore(openDurable);
describeKeyUseStore(openDurable);
describeTaskStore(openDurable);
describeCallStore(openDurable);
describeHistoryStore(async () => both(createMemoryHistories()));
describeNotices(async () => both(createMemoryNotices()));
describeLimitStore(async () => {
  const clock = createFakeClock();
  return { ...both(createMemoryLimits(clock)), pass: clock.advance };
});
describeQueryStore(async () => {
  const clock = createFakeClock();
  return { ...both(createMemoryQueries(clock)), pass: clock.advance };
});
