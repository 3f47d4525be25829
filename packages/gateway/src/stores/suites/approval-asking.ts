import { describe, expect, it } from "vitest";
import type { DurableStores } from "../durable-stores.ts";
import { StoreError } from "../store-error.ts";
import { approved, bodies, broken, denied, openWithApproved, ten, use } from "./approvals-given.ts";
import { approval, entry, intent, many, noon } from "./builders.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<DurableStores>;

/** Tests how requests are made and found again. */
export function describeAsking(open: Open): void {
  describe("requesting approvals", () => {
    describeAdding(open);
    describeLimits(open);
    describeFinding(open);
    describeListing(open);
    describeListingOfOneCall(open);
  });
}

function describeAdding(open: Open): void {
  it("returns an added request byte for byte, and audits it", async () => {
    await using handles = await open();
    const odd = approval({ arguments: `{"a":"'; --  \u{1f600} \\u0000"}`, from: "caller" });

    expect(await handles.first.approvals.add(odd, ten)).toBe("added");

    expect(await handles.second.approvals.find("a1")).toEqual(odd);
    expect(await handles.second.approvals.find("a2")).toBeUndefined();
    expect(await bodies(handles)).toEqual(["asked"]);
  });

  it("adds nothing when the audit entry fails", async () => {
    await using handles = await open();

    await expect(
      handles.first.approvals.add(approval(), { max: 10, entry: broken }),
    ).rejects.toBeInstanceOf(StoreError);

    expect(await handles.first.approvals.find("a1")).toBeUndefined();
    expect(await bodies(handles)).toEqual([]);
  });

  it("accepts an id only once", async () => {
    await using handles = await open();
    await handles.first.approvals.add(approval(), ten);
    const again = approval({ fingerprint: "another", tool: "another" });

    await expect(handles.second.approvals.add(again, ten)).rejects.toBeInstanceOf(StoreError);

    expect(await handles.first.approvals.find("a1")).toEqual(approval());
    expect(await bodies(handles)).toEqual(["asked"]);
  });

  it("makes one request when the same call asks many times at once", async () => {
    await using handles = await open();

    const results = await Promise.all(
      many(20, "a").map((id, index) =>
        (index % 2 === 0 ? handles.first : handles.second).approvals.add(
          approval({ id, fingerprint: "same" }),
          ten,
        ),
      ),
    );

    expect(results.filter((result) => result === "added")).toHaveLength(1);
    expect(results.filter((result) => result === "already-open")).toHaveLength(19);
    expect(await bodies(handles)).toEqual(["asked"]);
  });
}

function describeLimits(open: Open): void {
  it("limits the pending requests of a requester, even under concurrency", async () => {
    await using handles = await open();

    const results = await Promise.all(
      many(12, "a").map((id, index) =>
        (index % 2 === 0 ? handles.first : handles.second).approvals.add(approval({ id }), {
          ...ten,
          max: 3,
        }),
      ),
    );

    expect(results.filter((result) => result === "added")).toHaveLength(3);
    expect(results.filter((result) => result === "too-many")).toHaveLength(9);
    expect(await bodies(handles)).toHaveLength(3);
  });

  it("counts per requester, and only unexpired pending requests", async () => {
    await using handles = await open();
    const { approvals } = handles.first;
    const one = { ...ten, max: 1 };
    const late = { createdAt: noon + 600_000, expiresAt: noon + 1_200_000 };
    await approvals.add(approval(), one);

    expect(await approvals.add(approval({ id: "a2", requester: "bob" }), one)).toBe("added");
    expect(await approvals.add(approval({ id: "a3" }), one)).toBe("too-many");
    expect(await approvals.add(approval({ id: "a3", ...late }), one)).toBe("added");
    await approvals.decide("a3", { ...approved, at: late.createdAt }, entry());
    expect(await approvals.add(approval({ id: "a4", ...late }), one)).toBe("added");
  });
}

function describeFinding(open: Open): void {
  it("finds the open request for a call until it expires", async () => {
    await using handles = await open();
    await handles.first.approvals.add(approval({ fingerprint: "f" }), ten);

    const found = await handles.second.approvals.findOpen("f", noon + 599_999);

    expect(found?.id).toBe("a1");
    expect(await handles.second.approvals.findOpen("f", noon + 600_000)).toBeUndefined();
    expect(await handles.second.approvals.findOpen("g", noon)).toBeUndefined();
  });

  it("finds an approved request, but not a denied, revoked or consumed one", async () => {
    await using handles = await openWithApproved(open);
    const { approvals } = handles.first;
    const fingerprint = "fingerprint of a1";
    const before = await approvals.findOpen(fingerprint, noon + 2);
    await approvals.add(approval({ id: "a2" }), ten);
    await approvals.decide("a2", denied, entry());
    await approvals.consume(use, intent("c1"));

    expect(before?.state).toBe("approved");
    expect(await approvals.findOpen(fingerprint, noon + 2)).toBeUndefined();
    expect(await approvals.findOpen("fingerprint of a2", noon + 2)).toBeUndefined();
  });

  it("makes a new request for a call whose last one is closed or expired", async () => {
    await using handles = await open();
    const { approvals } = handles.first;
    await approvals.add(approval({ id: "a1", fingerprint: "f" }), ten);
    await approvals.decide("a1", denied, entry());
    const late = { createdAt: noon + 600_000, expiresAt: noon + 1_200_000 };

    expect(await approvals.add(approval({ id: "a2", fingerprint: "f" }), ten)).toBe("added");
    expect(await approvals.add(approval({ id: "a3", fingerprint: "f", ...late }), ten)).toBe(
      "added",
    );
    expect((await approvals.findOpen("f", noon + 600_000))?.id).toBe("a3");
  });
}

function describeListingOfOneCall(open: Open): void {
  it("lists the decisions on one call", async () => {
    await using handles = await open();
    const { approvals } = handles.first;
    await approvals.add(approval({ id: "a1" }), ten);
    await approvals.add(approval({ id: "a2" }), ten);
    await approvals.decide("a1", denied, entry());
    const said = (id: string) =>
      approvals.list({ state: "denied", fingerprint: approval({ id }).fingerprint, max: 1 });

    expect(await said("a1")).toMatchObject([{ id: "a1" }]);
    expect(await said("a2")).toEqual([]);
  });
}

function describeListing(open: Open): void {
  it("lists the newest first, by state and requester, up to a limit", async () => {
    await using handles = await open();
    const { approvals } = handles.first;
    await approvals.add(approval({ id: "a1", createdAt: noon + 1 }), ten);
    await approvals.add(approval({ id: "a2", createdAt: noon + 3 }), ten);
    await approvals.add(approval({ id: "a3", createdAt: noon + 2, requester: "bob" }), ten);
    await approvals.decide("a1", { ...denied, at: noon + 4 }, entry());
    const ids = async (filter: Parameters<typeof approvals.list>[0]): Promise<readonly string[]> =>
      (await handles.second.approvals.list(filter)).map(({ id }) => id);

    expect(await ids({ max: 10 })).toEqual(["a2", "a3", "a1"]);
    expect(await ids({ max: 2 })).toEqual(["a2", "a3"]);
    expect(await ids({ state: "pending", max: 10 })).toEqual(["a2", "a3"]);
    expect(await ids({ requester: "ada", max: 10 })).toEqual(["a2", "a1"]);
    expect(await ids({ state: "denied", requester: "ada", max: 10 })).toEqual(["a1"]);
  });

  it("shows a tenant and a requester only their own approvals", async () => {
    await using handles = await open();
    const { approvals } = handles.first;
    await approvals.add(approval({ id: "a1", tenant: "acme" }), ten);
    await approvals.add(approval({ id: "a2", createdAt: noon + 1 }), ten);
    const { find, list } = handles.second.approvals;

    expect(await find("a1", { tenant: "acme", requester: "ada" })).toMatchObject({ id: "a1" });
    expect(await find("a1", { tenant: null })).toBeUndefined();
    expect(await find("a1", { tenant: "other" })).toBeUndefined();
    expect(await find("a2", { tenant: null })).toMatchObject({ id: "a2" });
    expect(await find("a2", { requester: "bob" })).toBeUndefined();
    expect((await list({ tenant: "acme", max: 10 })).map(({ id }) => id)).toEqual(["a1"]);
    expect((await list({ tenant: null, max: 10 })).map(({ id }) => id)).toEqual(["a2"]);
  });

  it("continues a list after any approval, also for one tool", async () => {
    await using handles = await open();
    const { approvals } = handles.first;
    const given = [
      ["a1", 1],
      ["B2", 2],
      ["a3", 2],
      ["a4", 3],
    ] as const;
    for (const [id, at] of given) await approvals.add(approval({ id, createdAt: noon + at }), ten);
    await approvals.add(approval({ id: "x", createdAt: noon + 2, tool: "other" }), ten);
    const read = async (behind?: { readonly createdAt: number; readonly id: string }) => {
      const filter = { tool: "write_memory_entry", max: 2, ...(behind && { behind }) };
      return (await handles.second.approvals.list(filter)).map(({ id }) => id);
    };

    expect(await read()).toEqual(["a4", "a3"]);
    expect(await read({ createdAt: noon + 2, id: "a3" })).toEqual(["B2", "a1"]);
    expect(await read({ createdAt: noon + 1, id: "a1" })).toEqual([]);
  });
}
