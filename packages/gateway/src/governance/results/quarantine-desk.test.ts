import { quarantineRig } from "@toolcourt/testing/quarantine";
import { expect, it } from "vitest";
import { StoreError } from "../../stores/store-error.ts";
import { quarantined } from "../../stores/suites/builders.ts";

const grace = { by: "grace", tenant: "north" };
const otto = { by: "otto", tenant: "south" };

async function setUp() {
  const rig = quarantineRig();
  await rig.stores.quarantine.keep(quarantined());
  return rig;
}

it("has nothing of another tenant", async () => {
  const { desk, stores, notes } = await setUp();

  expect(await desk.list({}, otto, 9)).toEqual([]);
  expect(await desk.show("q-1", otto)).toBeUndefined();
  expect(await desk.forget(["q-1"], otto)).toEqual({ forgotten: 0, unknown: ["q-1"] });

  expect(await stores.quarantine.find("q-1")).toEqual(quarantined());
  expect(await notes()).toEqual([]);
});

it("records who looked at which result and who removed it", async () => {
  const { desk, notes } = await setUp();

  expect(await desk.show("q-1", grace)).toEqual(quarantined());
  expect(await desk.forget(["q-1", "q-1"], grace)).toEqual({ forgotten: 1, unknown: [] });

  expect(await notes()).toMatchObject([
    { kind: "quarantine.shown", callId: "call-1", about: { id: "q-1", by: "grace" } },
    { kind: "quarantine.forgotten", about: { by: "grace", results: [{ id: "q-1" }] } },
  ]);
});

it("shows and removes nothing that cannot be recorded", async () => {
  const { desk, stores } = await setUp();
  Object.assign(stores.audit, { append: () => Promise.reject(new StoreError("full")) });

  await expect(desk.show("q-1", grace)).rejects.toBeInstanceOf(StoreError);
  await expect(desk.forget(["q-1"], grace)).rejects.toBeInstanceOf(StoreError);

  expect(await stores.quarantine.find("q-1")).toEqual(quarantined());
});
