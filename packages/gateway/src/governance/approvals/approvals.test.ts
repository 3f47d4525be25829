import { describe, expect, it } from "vitest";
import { approvalRig, proposal } from "../../testing/approvals.ts";
import type { Approvals } from "./approvals.ts";
import type { Proposal } from "./binding.ts";

const minute = 60_000;

/** Requests an approval and has it given. */
async function approved(approvals: Approvals, wanted: Proposal = proposal()) {
  const { id, digest } = await opened(approvals, wanted);
  const result = await approvals.decide(id, { to: "approved", by: "olga", digest });
  expect(result).toMatchObject({ kind: "decided" });
  return { id, digest };
}

async function opened(approvals: Approvals, wanted: Proposal = proposal()) {
  const result = await approvals.request(wanted);
  if (result.kind !== "open") throw new Error(`The request is ${result.kind}.`);
  return result.approval;
}

describe("requesting an approval", () => {
  it("keeps the exact bytes, under an id that nobody guesses", async () => {
    const { approvals } = approvalRig();

    const approval = await opened(approvals, proposal({ arguments: { b: 1, a: [] } }));

    expect(approval).toMatchObject({ state: "pending", arguments: '{"a":[],"b":1}' });
    expect(approval.id).toMatch(/^[0-9a-f]{32}$/);
    expect(approval.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it("finds the open one for the same call, and never makes it last longer", async () => {
    const { approvals, hands } = approvalRig();
    const first = await opened(approvals);
    hands.now += 9 * minute;

    expect(await opened(approvals)).toEqual(first);
    expect(first.expiresAt - first.createdAt).toBe(10 * minute);
  });

  it("makes one for simultaneous requests of the same call", async () => {
    const { approvals, stores } = approvalRig();
    const second = approvalRig({ stores });

    const ids = await Promise.all(
      [approvals, second.approvals, approvals].map(async (each) => (await opened(each)).id),
    );

    expect(new Set(ids).size).toBe(1);
  });

  it("lasts half as long for what destroys", async () => {
    const { approvals } = approvalRig();
    const { createdAt, expiresAt } = await opened(approvals, proposal({ risk: "destroy" }));

    expect(expiresAt - createdAt).toBe(5 * minute);
  });

  it("is refused as long as a no stands, however much else the requester has been refused since", async () => {
    const { approvals } = approvalRig();
    const { id } = await opened(approvals);
    await approvals.decide(id, { to: "denied", by: "olga" });
    for (let amount = 100; amount < 220; amount += 1) {
      const own = await opened(approvals, proposal({ from: "caller", arguments: { amount } }));
      await approvals.decide(own.id, { to: "denied", by: "ada" });
    }

    expect(await approvals.request(proposal())).toMatchObject({ kind: "denied", approval: { id } });
  });

  it("shows nothing as waiting that has expired", async () => {
    const { approvals, hands } = approvalRig();
    await opened(approvals);
    hands.now += 10 * minute;

    expect(await approvals.list({ state: "pending", most: 10 })).toEqual([]);
    expect(await approvals.list({ state: "expired", most: 10 })).toHaveLength(1);
  });

  it("takes ten that wait from one requester, and counts requesters apart", async () => {
    const { approvals } = approvalRig();
    for (let amount = 0; amount < 10; amount += 1) {
      await opened(approvals, proposal({ arguments: { amount } }));
    }

    expect(await approvals.request(proposal())).toEqual({ kind: "too-many", waiting: 10 });
    expect(await approvals.request(proposal({ requester: "grace" }))).toMatchObject({
      kind: "open",
    });
  });

  it("makes place when those that waited have expired", async () => {
    const { approvals, hands } = approvalRig();
    for (let amount = 0; amount < 10; amount += 1) {
      await opened(approvals, proposal({ arguments: { amount } }));
    }
    hands.now += 10 * minute;

    expect(await approvals.request(proposal())).toMatchObject({ kind: "open" });
  });

  it("remembers a no until the request would have expired", async () => {
    const { approvals, hands } = approvalRig();
    const { id } = await opened(approvals);
    await approvals.decide(id, { to: "denied", by: "olga" });

    expect(await approvals.request(proposal())).toMatchObject({ kind: "denied", approval: { id } });
    hands.now += 10 * minute;
    expect(await approvals.request(proposal())).toMatchObject({ kind: "open" });
  });
});

describe("deciding", () => {
  it("is for somebody else than the requester", async () => {
    const rig = approvalRig();
    rig.world.approvers = ["ada"];
    const { id, digest } = await opened(rig.approvals);

    expect(await rig.approvals.decide(id, { to: "approved", by: "ada", digest })).toEqual({
      kind: "own",
    });
  });

  it("is for the requester where the caller is asked", async () => {
    const { approvals } = approvalRig();
    const { id, digest } = await opened(approvals, proposal({ from: "caller" }));

    expect(await approvals.decide(id, { to: "approved", by: "ada", digest })).toMatchObject({
      kind: "decided",
      approval: { state: "approved", decidedBy: "ada" },
    });
  });

  it("is for those who may", async () => {
    const { approvals } = approvalRig();
    const { id, digest } = await opened(approvals);

    expect(await approvals.decide(id, { to: "approved", by: "mallory", digest })).toEqual({
      kind: "not-permitted",
    });
  });

  it.each([
    ["nothing", undefined],
    ["too little", (digest: string) => digest.slice(0, 11)],
    ["something else", () => "0".repeat(64)],
  ])("takes no yes from whoever has seen %s of the digest", async (_, seen) => {
    const { approvals } = approvalRig();
    const { id, digest } = await opened(approvals);
    const verdict = { to: "approved", by: "olga" } as const;

    expect(
      await approvals.decide(
        id,
        seen === undefined ? verdict : { ...verdict, digest: seen(digest) },
      ),
    ).toEqual({ kind: "differs" });
  });

  it("lets the first decision win", async () => {
    const { approvals } = approvalRig();
    const { id, digest } = await opened(approvals);
    await approvals.decide(id, { to: "denied", by: "otto" });

    expect(await approvals.decide(id, { to: "approved", by: "olga", digest })).toEqual({
      kind: "settled",
      state: "denied",
    });
  });

  it("comes too late when the request has expired", async () => {
    const { approvals, hands } = approvalRig();
    const { id, digest } = await opened(approvals);
    hands.now += 10 * minute;

    expect(await approvals.decide(id, { to: "approved", by: "olga", digest })).toEqual({
      kind: "expired",
    });
  });

  it("says the same of what never was and of what another tenant has", async () => {
    const { approvals } = approvalRig();
    const { id, digest } = await opened(approvals, proposal({ tenant: "north" }));
    const verdict = { to: "approved", by: "olga", tenant: "south", digest } as const;

    expect(await approvals.decide(id, verdict)).toEqual({ kind: "unknown" });
    expect(await approvals.decide("nothing", verdict)).toEqual({ kind: "unknown" });
  });

  it("takes back a yes that was not used", async () => {
    const { approvals } = approvalRig();
    const { id } = await approved(approvals);
    await approvals.decide(id, { to: "revoked", by: "otto" });

    expect(await approvals.consume({ id, callId: "c1", proposal: proposal() })).toEqual({
      kind: "refused",
      because: "expired",
    });
  });
});

describe("using an approval", () => {
  it("gives the stored bytes, and who said yes", async () => {
    const { approvals, hands } = approvalRig();
    const { id } = await approved(approvals);

    expect(await approvals.consume({ id, callId: "c1", proposal: proposal() })).toMatchObject({
      kind: "consumed",
      by: "olga",
      at: hands.now,
      arguments: { amount: 10, to: "grace" },
    });
    expect(await approvals.find(id)).toMatchObject({ state: "consumed", callId: "c1" });
  });

  it("happens once, however many try at once from two processes", async () => {
    const { approvals, stores } = approvalRig();
    const second = approvalRig({ stores });
    const { id } = await approved(approvals);

    const uses = Array.from({ length: 50 }, (_, index) => ({
      id,
      callId: `c${index}`,
      proposal: proposal(),
    }));
    const results = await Promise.all([
      ...uses.map((use) => approvals.consume(use)),
      ...uses.map((use) => second.approvals.consume(use)),
    ]);

    expect(results.filter((result) => result.kind === "consumed")).toHaveLength(1);
    expect(results.filter((result) => result.kind === "refused")).toHaveLength(99);
  });

  it("waits for the yes", async () => {
    const { approvals } = approvalRig();
    const { id } = await opened(approvals);

    expect(await approvals.consume({ id, callId: "c1", proposal: proposal() })).toEqual({
      kind: "pending",
    });
  });

  const columns = ["id", "arguments", "binding", "digest", "tool", "tenant", "expiresAt"] as const;
  it.each([...columns, "decidedBy", "yeses", "needed"] as const)(
    "refuses a stored row whose %s was changed behind our back",
    async (field) => {
      const { approvals, stores, hands, world } = approvalRig();
      const { id } = await approved(approvals);
      const find: typeof stores.approvals.find = async (wanted) => {
        const row = await stores.approvals.find(wanted);
        if (row === undefined) return undefined;
        const changed = {
          id: "0".repeat(32),
          decidedBy: "ada",
          yeses: [...row.yeses, ...row.yeses],
          needed: 2,
          tenant: "north",
          arguments: '{"amount":1000,"to":"grace"}',
          binding: row.binding.replace('"risk":"write"', '"risk":"read"'),
          digest: "0".repeat(64),
          tool: "transfer_all",
          expiresAt: row.expiresAt + minute,
        };
        return { ...row, [field]: changed[field] };
      };
      const tampered = approvalRig({
        stores: { ...stores, approvals: { ...stores.approvals, find } },
        hands,
        world,
      });

      expect(await tampered.approvals.consume({ id, callId: "c", proposal: proposal() })).toEqual({
        kind: "refused",
        because: "changed",
      });
    },
  );

  it("is for the kind of yes that was given", async () => {
    const { approvals } = approvalRig();
    const { id, digest } = await opened(approvals, proposal({ from: "caller" }));
    await approvals.decide(id, { to: "approved", by: "ada", digest });

    expect(await approvals.consume({ id, callId: "c1", proposal: proposal() })).toEqual({
      kind: "refused",
      because: "changed",
    });
  });

  it("ends done, failed or unknown", async () => {
    const { approvals } = approvalRig();
    const { id } = await approved(approvals);
    await approvals.consume({ id, callId: "c1", proposal: proposal() });

    await approvals.close(id, "unknown");

    expect(await approvals.find(id)).toMatchObject({ state: "unknown" });
  });
});

it("writes every change into the audit log, and no argument", async () => {
  const { approvals, stores } = approvalRig();
  const { id, digest } = await approved(approvals);
  await approvals.consume({ id, callId: "c1", proposal: proposal() });

  const rows = await stores.audit.read(1, 10);
  const bodies = rows.map(({ body }): unknown => JSON.parse(body));

  expect(bodies).toMatchObject([
    { kind: "approval.requested", id, digest },
    { kind: "approval.decided", id, to: "approved", by: "olga" },
    { kind: "approval.consumed", id, callId: "c1" },
  ]);
  expect(JSON.stringify(rows)).not.toContain("grace");
});
