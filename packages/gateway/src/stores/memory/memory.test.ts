import { createFakeClock } from "../../testing/fake-clock.ts";
import { describeApprovalStore } from "../../testing/store-suites/approval-store.ts";
import { describeAuditStore } from "../../testing/store-suites/audit-store.ts";
import { describeConnectionStore } from "../../testing/store-suites/connection-store.ts";
import type { Doors } from "../../testing/store-suites/doors.ts";
import { describeDraftStore } from "../../testing/store-suites/draft-store.ts";
import { describeKeyStore } from "../../testing/store-suites/key-store.ts";
import { describeLimitStore } from "../../testing/store-suites/limit-store.ts";
import { link } from "../../testing/store-suites/link.ts";
import { describeNotices } from "../../testing/store-suites/notices.ts";
import { describePersonalStore } from "../../testing/store-suites/personal-store.ts";
import { describePolicyStore } from "../../testing/store-suites/policy-store.ts";
import { describeQueryStore } from "../../testing/store-suites/query-store.ts";
import { describeResultStore } from "../../testing/store-suites/result-store.ts";
import { createMemoryLimits } from "./limits.ts";
import { createMemoryNotices } from "./notices.ts";
import { openMemoryStores } from "./open-memory-stores.ts";
import { createMemoryQueries } from "./queries.ts";

// No other process reaches this memory, so both handles are the same store.
function both<Store>(store: Store): Doors<Store> {
  return { first: store, second: store, [Symbol.asyncDispose]: async () => undefined };
}

const openDurable = async () => both(openMemoryStores({ link }));

describeAuditStore(openDurable);
describePersonalStore(openDurable);
describeApprovalStore(openDurable);
describePolicyStore(openDurable);
describeConnectionStore(openDurable);
describeKeyStore(openDurable);
describeDraftStore(openDurable);
describeResultStore(openDurable);
describeNotices(async () => both(createMemoryNotices()));
describeLimitStore(async () => {
  const clock = createFakeClock();
  return { ...both(createMemoryLimits(clock)), pass: clock.advance };
});
describeQueryStore(async () => {
  const clock = createFakeClock();
  return { ...both(createMemoryQueries(clock)), pass: clock.advance };
});
