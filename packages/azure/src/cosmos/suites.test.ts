import { join } from "node:path";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { openSqliteStores } from "@toolcourt/gateway/internal/stores/sqlite/open-sqlite-stores";
import { patientDeadlineMs } from "@toolcourt/gateway/internal/stores/store-error";
import {
  describeConnectionStore,
  describeKeyStore,
  describePersonalStore,
  describePolicyStore,
  describeResultStore,
  link,
  linkModule,
  type SuiteStore,
} from "@toolcourt/gateway/store-suites";
import { openFolder } from "@toolcourt/testing/folder";
import { createStoresFixture, openDoor } from "../testing/cosmos-doors.ts";

const options = { link, linkModule, clock: systemClock, deadlineMs: patientDeadlineMs };

/** Two gateways: each has its own SQLite connection and its own client of one Cosmos account. */
const openDoors = (): Promise<SuiteStore<DurableStores>> =>
  openAll(async (stack) => {
    const folder = stack.use(await openFolder());
    const fixture = createStoresFixture();
    const open = async (): Promise<DurableStores> => {
      const home = stack.use(await openSqliteStores(join(folder.path, "state.db"), options));
      return openDoor({ home, fixture, clock: systemClock });
    };
    const first = await open();
    return { first, second: await open() };
  });

describeConnectionStore(openDoors);
describeKeyStore(openDoors);
describePersonalStore(openDoors);
describePolicyStore(openDoors);
describeResultStore(openDoors);
