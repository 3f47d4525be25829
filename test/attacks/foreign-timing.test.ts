import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { link, linkModule } from "../../packages/gateway/src/governance/audit/chain.ts";
import type { DurableStores } from "../../packages/gateway/src/stores/durable-stores.ts";
import { openSqliteStores } from "../../packages/gateway/src/stores/sqlite/open-sqlite-stores.ts";
import { patientDeadlineMs } from "../../packages/gateway/src/stores/store-error.ts";
import { type ApprovalRig, approvalRig, proposal } from "../../packages/testing/src/approvals.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { minDifference, suspicious } from "./timing.ts";

const unknown = "0".repeat(32);
const ofAda = proposal({ tenant: "north" });

/** Ways to use another principal's approval by its id. */
const uses: readonly (readonly [string, (rig: ApprovalRig, id: string) => Promise<unknown>])[] = [
  [
    "another principal",
    ({ approvals }, id) =>
      approvals.consume({ id, callId: "c", proposal: { ...ofAda, requester: "eve" } }),
  ],
  [
    "another tenant",
    ({ approvals }, id) =>
      approvals.consume({ id, callId: "c", proposal: { ...ofAda, tenant: "south" } }),
  ],
  [
    "a reviewer of another tenant",
    ({ approvals }, id) => approvals.decide(id, { to: "denied", by: "olga", tenant: "south" }),
  ],
];

async function approvedIn(rig: ApprovalRig): Promise<string> {
  const requested = await rig.approvals.request(ofAda);
  if (requested.kind !== "open") throw new Error(requested.kind);
  const { id, digest } = requested.approval;
  await rig.approvals.decide(id, { to: "approved", by: "olga", digest });
  return id;
}

async function openSqlite(): Promise<DurableStores> {
  const folder = await openFolder();
  const stores = await openSqliteStores(`${folder.path}/state.db`, {
    link,
    linkModule,
    clock: systemClock,
    deadlineMs: patientDeadlineMs,
  });
  onTestFinished(async () => {
    await stores[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
  return stores;
}

/** Wraps the approvals to record the names of all store operations from now on. */
function watched(rig: ApprovalRig): { readonly rig: ApprovalRig; readonly asked: string[] } {
  const asked: string[] = [];
  const { approvals } = rig.stores;
  const store: typeof approvals = {
    ...approvals,
    find: (...given) => {
      asked.push("find");
      return approvals.find(...given);
    },
    list: (...given) => {
      asked.push("list");
      return approvals.list(...given);
    },
    expire: (...given) => {
      asked.push("expire");
      return approvals.expire(...given);
    },
    decide: (...given) => {
      asked.push("decide");
      return approvals.decide(...given);
    },
    consume: (...given) => {
      asked.push("consume");
      return approvals.consume(...given);
    },
  };
  return { rig: approvalRig({ ...rig, stores: { ...rig.stores, approvals: store } }), asked };
}

describe("SECURITY 50: an approval of another principal", () => {
  it.each(uses)(
    "costs the same store operations as an unknown one and answers the same, to %s",
    async (_, use) => {
      const base = approvalRig();
      const id = await approvedIn(base);
      const { rig, asked } = watched(base);

      const foreign = [await use(rig, id), asked.splice(0)];
      const none = [await use(rig, unknown), asked.splice(0)];

      expect(foreign).toEqual(none);
      expect(none[1]).toEqual(["expire", "find"]);
    },
  );

  // Ten thousand rounds take seconds and show the same. Reading only the row would already show
  // here.
  it.each(uses.slice(0, 1))("takes as long as an unknown one in SQLite, to %s", async (_, use) => {
    const rig = approvalRig({ stores: await openSqlite() });
    const id = await approvedIn(rig);

    const apart = await minDifference(
      () => use(rig, id),
      () => use(rig, unknown),
      2_000,
    );

    expect(apart).toBeLessThan(suspicious);
  });
});
