import { admissionRig } from "@toolcourt/testing/admissions";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { AdmissionStore } from "../stores/admission-store.ts";
import { followAdmissions } from "./follow-admissions.ts";

const grace = { by: "operator:grace", tenant: null };

function contract(server: string, digest = "sha256:one") {
  return { server, tool: "get-card", digest, lockedAt: "2026-11-01T00:00:00.000Z" };
}

async function setUp() {
  const rig = admissionRig();
  const clock = createFakeClock();
  let isAway = false;
  const store: Pick<AdmissionStore, "newest" | "revision"> = {
    newest: rig.stores.admissions.newest,
    revision: () => (isAway ? Promise.reject(new Error("away")) : rig.stores.admissions.revision()),
  };
  await rig.desk.admit(contract("crm"), grace);
  const followed = await followAdmissions(store, { clock });
  const changed: string[] = [];
  const leave = followed.subscribe((servers) => changed.push(...servers));
  const leaveStore = (away: boolean): void => {
    isAway = away;
  };
  return { ...rig, clock, followed, changed, leave, leaveStore };
}

it("knows the decisions from before, of each server alone", async () => {
  const { followed } = await setUp();

  expect(followed.decisionOf("crm", "get-card")).toMatchObject({ digest: "sha256:one", number: 1 });
  expect(followed.decisionOf("mail", "get-card")).toBeUndefined();
});

it("reads new decisions within two seconds, and names their servers", async () => {
  const { desk, clock, followed, changed } = await setUp();
  await desk.admit(contract("mail"), grace);
  await desk.withdraw(contract("crm"), grace);

  await clock.advance(2_000);

  expect(followed.decisionOf("crm", "get-card")?.state).toBe("withdrawn");
  expect(changed.toSorted()).toEqual(["crm", "mail"]);
});

it("keeps a change that no subscriber heard for the next one, once", async () => {
  const { desk, followed, changed, leave } = await setUp();
  leave();
  await desk.withdraw(contract("crm"), grace);
  await followed.refresh();
  const heard: string[] = [];

  followed.subscribe((servers) => heard.push(...servers));
  followed.subscribe((servers) => heard.push(...servers));

  expect([changed, heard]).toEqual([[], ["crm"]]);
});

it("keeps what it knows while the store is away, and goes on later", async () => {
  const { desk, clock, followed, leaveStore } = await setUp();
  await desk.withdraw(contract("crm"), grace);
  leaveStore(true);
  await clock.advance(2_000);
  const meanwhile = followed.decisionOf("crm", "get-card")?.state;
  leaveStore(false);
  await clock.advance(2_000);

  expect([meanwhile, followed.decisionOf("crm", "get-card")?.state]).toEqual([
    "admitted",
    "withdrawn",
  ]);
});

it("tells nothing if nothing changed, or after the end of a subscription", async () => {
  const { desk, clock, followed, changed, leave } = await setUp();

  await followed.refresh();
  await clock.advance(10_000);
  leave();
  await desk.admit(contract("crm", "sha256:two"), grace);
  await followed.refresh();

  expect(changed).toEqual([]);
  expect(followed.decisionOf("crm", "get-card")?.digest).toBe("sha256:two");
});
