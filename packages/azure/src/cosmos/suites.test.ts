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
  describeQuarantineStore,
  describeResultStore,
  link,
  linkModule,
  type SuiteStore,
} from "@toolcourt/gateway/store-suites";
import { openFolder } from "@toolcourt/testing/folder";
import { resetSqlite } from "@toolcourt/testing/store-suites/reset-sqlite";
import { afterAll, beforeAll } from "vitest";
import { createStoresFixture, openDoor } from "../testing/cosmos-doors.ts";

const options = { link, linkModule, clock: systemClock, deadlineMs: patientDeadlineMs };

let homes: SuiteStore<DurableStores> & { readonly path: string };

// Shared by all tests, because a thread starts more slowly than a test may run.
beforeAll(async () => {
  homes = await openAll(async (stack) => {
    const path = join(stack.use(await openFolder()).path, "state.db");
    const open = async () => stack.use(await openSqliteStores(path, options));
    return { first: await open(), second: await open(), path };
  });
});

afterAll(() => homes[Symbol.asyncDispose]());

/** Two gateways: each has its own SQLite connection and its own client of one Cosmos account. */
const openDoors = async (): Promise<SuiteStore<DurableStores>> => {
  resetSqlite(homes.path);
  const fixture = createStoresFixture();
  const open = (home: DurableStores) => openDoor({ home, fixture, clock: systemClock });
  const [first, second] = [await open(homes.first), await open(homes.second)];
  return { first, second, [Symbol.asyncDispose]: async () => undefined };
};

describeConnectionStore(openDoors);
describeKeyStore(openDoors);
describePersonalStore(openDoors);
describePolicyStore(openDoors);
describeQuarantineStore(openDoors);
describeResultStore(openDoors);
