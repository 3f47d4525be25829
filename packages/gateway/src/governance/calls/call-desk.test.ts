import { callDeskRig } from "@toolcourt/testing/calls-desk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { CallStore, IndexedCall } from "../../stores/call-store.ts";
import { approval, noon, personal, result } from "../../stores/suites/builders.ts";
import { searchCalls } from "./call-desk.ts";
import { listedJson, shownJson } from "./call-json.ts";

const grace = { by: "operator:grace" };

describe("a list of calls", () => {
  it("is a reason to read the log for a minute", async () => {
    const { desk, clock } = callDeskRig();
    const before = desk.isAsked;
    await desk.list({}, grace, { max: 1 });
    const asked = desk.isAsked;
    await clock.advance(60_000);

    expect([before, asked, desk.isAsked]).toEqual([false, true, false]);
  });

  it("has the newest calls at once, and says how far it has read", async () => {
    const { desk, record, notes } = callDeskRig();
    await record({ id: "call-1" });
    await record({ id: "call-2", code: null, at: noon + 1, tenant: "north" });

    const listed = listedJson(await desk.list({}, grace, { max: 1 }));

    expect(listed).toEqual({
      calls: [
        {
          id: "call-2",
          tool: "hello",
          server: null,
          status: "started",
          code: null,
          ms: null,
          at: "2026-11-01T12:00:00.001Z",
          subject: "s-1",
          tenant: "north",
          rows: { opened: 3, closed: null },
        },
      ],
      next: `${noon + 1}-3`,
      searchedTo: "2026-11-01T12:00:00.001Z",
      indexedTo: 3,
      last: 3,
    });
    expect(await notes()).toEqual([]);
  });

  it("goes on behind a place, and names a page that is the last", async () => {
    const { desk, record } = callDeskRig();
    await record({ id: "call-1" });
    await record({ id: "call-2", at: noon + 1 });

    const { next: behind } = await desk.list({}, grace, { max: 1 });
    const rest = await desk.list({}, grace, { max: 5, behind });

    expect(rest.calls).toMatchObject([{ callId: "call-1", code: "answered" }]);
    expect(rest).not.toHaveProperty("next");
  });

  it("shows a tenant its own calls only", async () => {
    const { desk, record } = callDeskRig();
    await record({ id: "ours", tenant: "north" });
    await record({ id: "none" });
    await record({ id: "theirs", tenant: "south" });
    const idsFor = async (tenant: string, filter = {}) => {
      const { calls } = await desk.list(filter, { by: "key:olga", tenant }, { max: 9 });
      return calls.map(({ callId }) => callId);
    };

    expect(await idsFor("north")).toEqual(["ours"]);
    expect(await idsFor("")).toEqual(["none"]);
    expect(await idsFor("north", { tenant: "south" })).toEqual([]);
    const viewer = { by: "key:olga", tenant: "north" };
    expect(await desk.show("theirs", viewer)).toBeUndefined();
    expect(await desk.show("ours", viewer)).toBeDefined();
  });

  it("finds a caller by name or pseudonym", async () => {
    const { desk, record } = callDeskRig();
    await record({ id: "call-1", subject: "s-ada" });
    await record({ id: "call-2" });

    for (const subject of ["ada@example.com", "s-ada"]) {
      const { calls } = await desk.list({ subject }, grace, { max: 9 });
      expect(calls).toMatchObject([{ callId: "call-1" }]);
    }
  });
});

/** Finds one call in every tenth step, of a hundred. Each step takes so long. */
function setUp(stepMs: number) {
  const clock = createFakeClock();
  const steps: number[] = [];
  const list: CallStore["list"] = async (_filter, _max, { row } = { at: 0, row: 100 }) => {
    await clock.advance(stepMs);
    steps.push(row);
    const calls = row % 10 === 0 ? [{ ...emptyCall, callId: `call-${row}`, row }] : [];
    return { calls, ...(row > 1 && { next: { at: 0, row: row - 1 } }) };
  };
  return { calls: { list }, clock, steps };
}

describe("a search in steps", () => {
  it("goes on until the page is full, and says where", async () => {
    const { calls, clock, steps } = setUp(1);

    const found = await searchCalls(calls, {}, { clock, max: 3 });

    expect(found.calls.map(({ row }) => row)).toEqual([100, 90, 80]);
    expect([steps.length, found.next?.row]).toEqual([21, 79]);
  });

  it("stops after a moment, with what it has", async () => {
    const { calls, clock, steps } = setUp(10);

    const found = await searchCalls(calls, {}, { clock, max: 3 });

    expect([steps.length, found.calls.length, found.next?.row]).toEqual([5, 1, 95]);
  });

  it("ends at the last call", async () => {
    const { calls, clock } = setUp(0);

    const found = await searchCalls(calls, {}, { clock, max: 100 });

    expect(found.calls).toHaveLength(10);
    expect(found).not.toHaveProperty("next");
  });
});

const emptyCall: IndexedCall = {
  callId: "call-0",
  row: 0,
  endRow: null,
  at: 0,
  ms: null,
  tool: "hello",
  server: "",
  status: "started",
  code: "",
  subject: "s-1",
  tenant: "",
};

describe("one call", () => {
  it("is shown with its entries, approval, result and times, and the look is audited", async () => {
    const { desk, record, stores, notes } = callDeskRig();
    await stores.personal.put(personal({ subject: "s-ada", text: "ada@example.com" }));
    const asked = { requester: "ada", createdAt: noon - 900, decidedAt: noon - 300 };
    await stores.approvals.add(approval({ id: "a-1", state: "approved", ...asked }), {
      max: 9,
      entry: { body: '{"kind":"approval.requested"}', part: "note", at: noon },
    });
    await stores.results.keep(result({ callId: "call-1" }));
    await record({ id: "call-1", subject: "s-ada", approval: "a-1" });

    const found = await desk.show("call-1", grace);
    const shown = found && shownJson(found);

    expect(shown).toMatchObject({
      id: "call-1",
      person: "ada@example.com",
      stage: "done",
      explained: null,
      approval: { id: "a-1", state: "approved", decidedAt: "2026-11-01T11:59:59.700Z" },
      result: { bytes: 2, digest: "sha256:00", isKept: true },
      times: [
        { name: "requested", at: "2026-11-01T11:59:59.100Z" },
        { name: "decided", at: "2026-11-01T11:59:59.700Z" },
        { name: "opened", at: "2026-11-01T12:00:00.000Z" },
        { name: "closed", at: "2026-11-01T12:00:00.012Z" },
      ],
      entries: [
        { row: 2, body: { kind: "call.opened" } },
        { row: 3, body: { kind: "call.closed" } },
      ],
    });
    expect((await notes()).at(-1)).toMatchObject({
      kind: "audit.read",
      callId: "call-1",
      about: { action: "call", by: "operator:grace" },
    });
  });

  it("explains why it was refused, and lacks what is not on record", async () => {
    const { desk, record } = callDeskRig();
    await record({ id: "call-1", code: "rate-limited" });
    await record({ id: "call-2", code: null });

    const [refused, open] = await Promise.all(
      ["call-1", "call-2"].map((id) => desk.show(id, grace)),
    );

    expect(refused && shownJson(refused)).toMatchObject({
      explained: { retryable: true },
      approval: null,
      result: null,
      person: null,
    });
    expect(open && shownJson(open)).toMatchObject({
      stage: null,
      explained: null,
      times: [{ name: "opened" }],
    });
  });

  it("is not there, and nothing is audited", async () => {
    const { desk, notes } = callDeskRig();

    expect(await desk.show("none", grace)).toBeUndefined();
    expect(await notes()).toEqual([]);
  });
});
