import { describe, expect, it } from "vitest";
import type { Decision } from "../approval-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import { StoreError } from "../store-error.ts";
import { approved, bodies, broken, denied, openWithApproved, ten, use } from "./approvals-given.ts";
import { approval, entry, intent, many, noon } from "./builders.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<DurableStores>;

/** Tests how requests are decided, consumed and revoked, each exactly once. */
export function describeUsing(open: Open): void {
  describe("deciding and consuming approvals", () => {
    describeDeciding(open);
    describeSeveral(open);
    describeConsuming(open);
    describeRaces(open);
  });
}

function describeDeciding(open: Open): void {
  it("stores the decider, decision and time, and audits them", async () => {
    await using handles = await open();
    await handles.first.approvals.add(approval(), ten);

    const decided = await handles.second.approvals.decide("a1", approved, entry({ body: "yes" }));

    const yeses = [{ by: "grace", at: noon + 1 }];
    const settled = { state: "approved", decidedBy: "grace", decidedAt: noon + 1 };
    const expected = { ...approval(), ...settled, yeses };
    expect(decided).toEqual(expected);
    expect(await handles.first.approvals.find("a1")).toEqual(expected);
    expect(await bodies(handles)).toEqual(["asked", "yes"]);
  });

  it("decides once, and neither an expired nor an unknown request", async () => {
    await using handles = await open();
    const { approvals } = handles.first;
    await approvals.add(approval(), ten);
    await approvals.add(approval({ id: "a2" }), ten);
    await approvals.decide("a1", denied, entry({ body: "no" }));

    expect(await approvals.decide("a1", approved, entry())).toBeUndefined();
    expect(
      await approvals.decide("a2", { ...approved, at: noon + 600_000 }, entry()),
    ).toBeUndefined();
    expect(await approvals.decide("x' OR '1'='1", approved, entry())).toBeUndefined();
    expect(await bodies(handles)).toEqual(["asked", "asked", "no"]);
  });

  it("decides nothing when the audit entry fails", async () => {
    await using handles = await open();
    await handles.first.approvals.add(approval(), ten);

    await expect(handles.first.approvals.decide("a1", approved, broken)).rejects.toBeInstanceOf(
      StoreError,
    );

    expect(await handles.first.approvals.find("a1")).toEqual(approval());
    expect(await bodies(handles)).toEqual(["asked"]);
  });

  it("revokes an approved request, but not a consumed one", async () => {
    await using handles = await openWithApproved(open);
    const { approvals } = handles.first;
    await approvals.add(approval({ id: "a2" }), ten);
    await approvals.decide("a2", approved, entry());
    await approvals.consume(use, intent("c1"));
    const revoked: Decision = { to: "revoked", by: "alan", at: noon + 3 };

    expect(await approvals.decide("a1", revoked, entry())).toBeUndefined();
    expect(await approvals.decide("a2", revoked, entry())).toMatchObject({
      state: "revoked",
      decidedBy: "alan",
    });
  });
}

function describeSeveral(open: Open): void {
  it("waits for the required number of approvals, one per person", async () => {
    await using handles = await open();
    const { approvals } = handles.first;
    await approvals.add(approval({ needed: 2 }), ten);

    const first = await approvals.decide("a1", yesOf("grace", noon + 1), entry({ body: "one" }));
    const again = await approvals.decide("a1", yesOf("grace", noon + 2), entry());
    const early = await approvals.consume(use, intent("c1"));
    const second = await handles.second.approvals.decide("a1", approved2, entry({ body: "two" }));

    const one = { by: "grace", at: noon + 1, roles: ["lead"] };
    expect(first).toEqual(approval({ needed: 2, yeses: [one] }));
    expect([again, early]).toEqual([undefined, false]);
    expect(second).toMatchObject({ state: "approved", decidedBy: "alan" });
    expect((await approvals.find("a1"))?.yeses).toEqual([one, { by: "alan", at: noon + 3 }]);
    expect(await bodies(handles)).toEqual(["asked", "one", "two"]);
  });

  it("ends with one denial, despite earlier approvals", async () => {
    await using handles = await open();
    const { approvals } = handles.first;
    await approvals.add(approval({ needed: 3 }), ten);
    await approvals.decide("a1", yesOf("grace", noon + 1), entry());

    expect(await approvals.decide("a1", denied, entry())).toMatchObject({ state: "denied" });

    expect(await approvals.decide("a1", approved2, entry())).toBeUndefined();
  });

  it("loses no approval when many arrive at once", async () => {
    await using handles = await open();
    await handles.first.approvals.add(approval({ needed: 20 }), ten);

    await Promise.all(
      many(20, "p").map((by, index) =>
        (index % 2 === 0 ? handles.first : handles.second).approvals.decide(
          "a1",
          yesOf(by, noon + 1),
          entry(),
        ),
      ),
    );

    const found = await handles.second.approvals.find("a1");
    expect(found?.state).toBe("approved");
    expect(new Set(found?.yeses.map(({ by }) => by))).toEqual(new Set(many(20, "p")));
  });
}

function yesOf(by: string, at: number): Decision {
  return { to: "approved", by, at, roles: ["lead"] };
}

const approved2: Decision = { to: "approved", by: "alan", at: noon + 3 };

function describeConsuming(open: Open): void {
  it("consumes an approval for one call and writes its intent", async () => {
    await using handles = await openWithApproved(open);

    expect(await handles.second.approvals.consume(use, intent("c1"))).toBe(true);

    expect(await handles.first.approvals.find("a1")).toMatchObject({
      state: "consumed",
      callId: "c1",
      decidedBy: "grace",
    });
    expect(await bodies(handles)).toEqual(["asked", "approved", intent("c1").body]);
    expect(await handles.first.audit.unfinished(noon + 1)).toHaveLength(1);
  });

  it.each([
    ["used already", use],
    ["for other bytes", { ...use, digest: "digest-2" }],
    ["expired", { ...use, at: noon + 600_000 }],
    ["pending", { ...use, id: "a2" }],
    ["unknown", { ...use, id: "a3" }],
  ])("does not consume one that is %s, and writes nothing", async (why, consumption) => {
    await using handles = await openWithApproved(open);
    const { approvals } = handles.first;
    await approvals.add(approval({ id: "a2" }), ten);
    if (why === "used already") await approvals.consume(use, intent("c1"));
    const before = await bodies(handles);

    expect(await approvals.consume({ ...consumption, callId: "c2" }, intent("c2"))).toBe(false);

    expect(await bodies(handles)).toEqual(before);
  });

  it("consumes nothing when the intent fails", async () => {
    await using handles = await openWithApproved(open);

    await expect(handles.first.approvals.consume(use, broken)).rejects.toBeInstanceOf(StoreError);

    expect(await handles.first.approvals.find("a1")).toMatchObject({ state: "approved" });
    expect(await handles.first.approvals.consume(use, intent("c1"))).toBe(true);
  });
}

function describeRaces(open: Open): void {
  it("lets exactly one of a hundred concurrent callers consume an approval", async () => {
    await using handles = await openWithApproved(open);

    const results = await Promise.all(
      many(100, "c").map((callId, index) =>
        (index % 2 === 0 ? handles.first : handles.second).approvals.consume(
          { ...use, callId },
          intent(callId),
        ),
      ),
    );

    expect(results.filter(Boolean)).toHaveLength(1);
    const winner = `c${results.indexOf(true)}`;
    expect(await handles.second.approvals.find("a1")).toMatchObject({ callId: winner });
    expect(await bodies(handles)).toEqual(["asked", "approved", intent(winner).body]);
  });

  it("lets exactly one of many concurrent deciders decide", async () => {
    await using handles = await open();
    await handles.first.approvals.add(approval(), ten);

    const results = await Promise.all(
      many(20, "").map((_, index) =>
        index % 2 === 0
          ? handles.first.approvals.decide("a1", approved, entry({ body: "yes" }))
          : handles.second.approvals.decide("a1", denied, entry({ body: "no" })),
      ),
    );

    const winners = results.filter((result) => result !== undefined);
    expect(winners).toHaveLength(1);
    expect(await handles.first.approvals.find("a1")).toEqual(winners[0]);
    expect(await bodies(handles)).toHaveLength(2);
  });

  it("either consumes or revokes an approval, never both", async () => {
    await using handles = await openWithApproved(open);

    const [used, revoked] = await Promise.all([
      handles.first.approvals.consume(use, intent("c1")),
      handles.second.approvals.decide("a1", { ...denied, to: "revoked" }, entry()),
    ]);

    expect(used).toBe(revoked === undefined);
  });
}
