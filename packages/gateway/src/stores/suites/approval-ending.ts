import { describe, expect, it } from "vitest";
import type { DurableStores } from "../durable-stores.ts";
import { approved, bodies, denied, openWithApproved, ten, use } from "./approvals-given.ts";
import { approval, entry, intent, noon } from "./builders.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<DurableStores>;

/** Tests how consumed approvals are closed, and how old ones expire and are removed. */
export function describeEnding(open: Open): void {
  describe("ending approvals", () => {
    describeClosing(open);
    describeForgetting(open);
  });
}

function describeClosing(open: Open): void {
  it.each(["done", "failed", "unknown"] as const)("records that a call is %s", async (state) => {
    await using handles = await openWithApproved(open);
    await handles.first.approvals.consume(use, intent("c1"));

    await handles.second.approvals.close("a1", state);

    expect(await handles.first.approvals.find("a1")).toMatchObject({ state, callId: "c1" });
  });

  it("closes only a consumed approval", async () => {
    await using handles = await openWithApproved(open);

    await handles.first.approvals.close("a1", "done");
    await handles.first.approvals.close("a2", "done");

    expect(await handles.first.approvals.find("a1")).toMatchObject({ state: "approved" });
  });

  it("expires overdue pending and approved requests once, by the given time", async () => {
    await using handles = await openWithApproved(open);
    const { approvals } = handles.first;
    await approvals.add(approval({ id: "a2" }), ten);
    await approvals.add(approval({ id: "a3", expiresAt: noon + 600_001 }), ten);
    await approvals.add(approval({ id: "a4" }), ten);
    await approvals.decide("a4", denied, entry());

    expect(await approvals.expire(noon + 599_999)).toBe(0);
    expect(await handles.second.approvals.expire(noon + 600_000)).toBe(2);
    expect(await approvals.expire(noon + 600_000)).toBe(0);

    expect((await approvals.list({ state: "expired", max: 10 })).map(({ id }) => id)).toEqual(
      expect.arrayContaining(["a1", "a2"]),
    );
    expect(await approvals.find("a3")).toMatchObject({ state: "pending" });
  });
}

function describeForgetting(open: Open): void {
  it("removes old settled requests, and none that is pending or approved", async () => {
    await using handles = await openWithApproved(open);
    const { approvals } = handles.first;
    for (const id of ["pending", "denied", "done", "later"]) {
      const expiresAt = noon + (id === "later" ? 600_001 : 600_000);
      await approvals.add(approval({ id, expiresAt }), ten);
      if (id !== "pending") await approvals.decide(id, id === "done" ? approved : denied, entry());
    }
    await approvals.consume({ ...use, id: "done" }, intent("c1"));
    await approvals.close("done", "done");
    const before = await bodies(handles);

    expect(await approvals.forget(noon + 600_000, 10)).toBe(0);
    expect(await handles.second.approvals.forget(noon + 600_001, 10)).toBe(2);

    const left = await approvals.list({ max: 10 });
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set(["a1", "pending", "later"]));
    expect(await approvals.find("done")).toBeUndefined();
    expect(await bodies(handles)).toEqual(before);
  });

  it("removes up to a limit, the oldest first", async () => {
    await using handles = await open();
    const { approvals } = handles.first;
    for (const [index, id] of ["b", "a", "c"].entries()) {
      await approvals.add(approval({ id, expiresAt: noon + 10 + index }), ten);
      await approvals.decide(id, denied, entry());
    }

    expect(await approvals.forget(noon + 100, 2)).toBe(2);

    expect((await approvals.list({ max: 10 })).map(({ id }) => id)).toEqual(["c"]);
  });

  it("lets no removed request be consumed or decided", async () => {
    await using handles = await openWithApproved(open);
    const { approvals } = handles.first;
    await approvals.consume(use, intent("c1"));
    await approvals.forget(noon + 600_001, 10);

    await approvals.close("a1", "done");

    expect(await approvals.find("a1")).toBeUndefined();
    expect(await approvals.consume({ ...use, callId: "c2" }, intent("c2"))).toBe(false);
    expect(await approvals.decide("a1", approved, entry())).toBeUndefined();
  });
}
