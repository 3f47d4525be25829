import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod } from "node:fs/promises";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { openFolder } from "@toolcourt/testing/folder";
import { resetSqlite } from "@toolcourt/testing/store-suites/reset-sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AuditRow, AuditStore } from "../audit-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import { patientDeadlineMs } from "../store-error.ts";
import { describeAdmissionStore } from "../suites/admission-store.ts";
import { describeApprovalStore } from "../suites/approval-store.ts";
import { describeAuditStore } from "../suites/audit-store.ts";
import { chained, entry } from "../suites/builders.ts";
import { describeCallStore } from "../suites/call-store.ts";
import { describeConnectionStore } from "../suites/connection-store.ts";
import { describeDeliveryStore } from "../suites/delivery-store.ts";
import { describeDraftStore } from "../suites/draft-store.ts";
import { describeGrantStore } from "../suites/grant-store.ts";
import { describeHistoryStore } from "../suites/history-store.ts";
import { describeKeyStore } from "../suites/key-store.ts";
import { describeKeyUseStore } from "../suites/key-use-store.ts";
import { link, linkModule } from "../suites/link.ts";
import { describePersonalStore } from "../suites/personal-store.ts";
import { describePolicyStore } from "../suites/policy-store.ts";
import { describeQuarantineStore } from "../suites/quarantine-store.ts";
import { describeResultStore } from "../suites/result-store.ts";
import type { SuiteStore } from "../suites/suite-store.ts";
import { describeTaskStore } from "../suites/task-store.ts";
import { openSqliteStores } from "./open-sqlite-stores.ts";

// The deadline has tests of its own. Here it would fail on a busy machine.
const options = { link, linkModule, clock: systemClock, deadlineMs: patientDeadlineMs };

let held: SuiteStore<DurableStores> & { readonly path: string };

// Two threads with a connection each, like two processes. Shared by all tests, because a thread
// starts more slowly than a test may run.
beforeAll(async () => {
  held = await openAll(async (stack) => {
    const folder = stack.use(await openFolder());
    const path = join(folder.path, "state.db");
    const open = async () => stack.use(await openSqliteStores(path, options));
    const [first, second] = await Promise.all([open(), open()]);
    return { first, second, path };
  });
});

afterAll(() => held[Symbol.asyncDispose]());

const openFresh = async (): Promise<SuiteStore<DurableStores>> => {
  resetSqlite(held.path);
  return { ...held, [Symbol.asyncDispose]: async () => undefined };
};

const program = resolve(
  import.meta.dirname,
  "../../../../testing/src/store-suites/append-from-outside.ts",
);

// Starts a process, which is slow on a busy machine.
it("keeps one chain for two processes that write at once", async () => {
  await using handles = await openFresh();
  const { audit } = handles.first;
  const outside = spawn(execPath, ["--conditions=@toolcourt/source", program, held.path]);
  const exit = once(outside, "exit");

  let ours = 0;
  while (outside.exitCode === null && outside.signalCode === null) {
    await audit.append([entry({ body: "from inside" })], ours % 10 === 0 ? "on-disk" : "committed");
    ours += 1;
  }

  expect(await exit).toEqual([0, null]);
  const rows = await readAll(audit);
  expect(rows).toEqual(chained(rows.map(({ body }) => body)));
  expect(rows).toHaveLength(ours + 50);
});

async function readAll(audit: AuditStore): Promise<readonly AuditRow[]> {
  const last = await audit.last();
  return audit.read(1, last?.sequence ?? 0);
}

// Starts a thread, which is slow too.
it("returns rows written by a process that has ended", async () => {
  await using handles = await openFresh();
  await handles.first.audit.append([entry({ body: "1" })], "committed");
  {
    await using third = await openSqliteStores(held.path, options);
    await third.audit.append([entry({ body: "2" })], "committed");
  }

  expect(await handles.second.audit.read(1, 10)).toEqual(chained(["1", "2"]));
});

it("reports at once that the file cannot be opened", async () => {
  await using folder = await openFolder({ "state.db": "no database at all. ".repeat(100) });
  const path = join(folder.path, "state.db");
  await chmod(path, 0o600);

  await expect(openSqliteStores(path, options)).rejects.toMatchObject({
    kind: "corrupt",
  });
});

describeAuditStore(openFresh);
describePersonalStore(openFresh);
describeApprovalStore(openFresh);
describeGrantStore(openFresh);
describePolicyStore(openFresh);
describeAdmissionStore(openFresh);
describeConnectionStore(openFresh);
describeKeyStore(openFresh);
describeDraftStore(openFresh);
describeResultStore(openFresh);
describeQuarantineStore(openFresh);
describeDeliveryStore(openFresh);
describeKeyUseStore(openFresh);
describeTaskStore(openFresh);
describeCallStore(openFresh);
describeHistoryStore(async () => {
  const { first, second, ...handles } = await openFresh();
  return { ...handles, first: first.histories, second: second.histories };
});
