import { approvalRig, proposal } from "@toolcourt/testing/approvals";
import { describe, expect, it } from "vitest";
import type { Approvals } from "./approvals.ts";
import type { Proposal } from "./binding.ts";

const minute = 60_000;

/** Requests an approval and approves it. */
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
  it("keeps the exact bytes, under an unguessable id", async () => {
    const { approvals } = approvalRig();

    const approval = await opened(approvals, proposal({ arguments: { b: 1, a: [] } }));

    expect(approval).toMatchObject({ state: "pending", arguments: '{"a":[],"b":1}' });
    expect(approval.id).toMatch(/^[0-9a-f]{32}$/);
    expect(approval.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it("finds the open request for the same call, and never extends it", async () => {
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

  it("halves the lifetime for a destructive call", async () => {
    const { approvals } = approvalRig();
    const { createdAt, expiresAt } = await opened(approvals, proposal({ risk: "destroy" }));

    expect(expiresAt - createdAt).toBe(5 * minute);
  });

  it("is refused while a denial stands, regardless of later denials", async () => {
    const { approvals } = approvalRig();
    const { id } = await opened(approvals);
    await approvals.decide(id, { to: "denied", by: "olga" });
    for (let amount = 100; amount < 220; amount += 1) {
      const own = await opened(approvals, proposal({ from: "caller", arguments: { amount } }));
      await approvals.decide(own.id, { to: "denied", by: "ada" });
    }

    expect(await approvals.request(proposal())).toMatchObject({ kind: "denied", approval: { id } });
  });

  it("never lists an expired request as pending", async () => {
    const { approvals, hands } = approvalRig();
    await opened(approvals);
    hands.now += 10 * minute;

    expect(await approvals.list({ state: "pending", max: 10 })).toEqual([]);
    expect(await approvals.list({ state: "expired", max: 10 })).toHaveLength(1);
  });

  it("allows ten pending requests per requester", async () => {
    const { approvals } = approvalRig();
    for (let amount = 0; amount < 10; amount += 1) {
      await opened(approvals, proposal({ arguments: { amount } }));
    }

    expect(await approvals.request(proposal())).toEqual({ kind: "too-many", waiting: 10 });
    expect(await approvals.request(proposal({ requester: "grace" }))).toMatchObject({
      kind: "open",
    });
  });

  it("frees slots when pending requests expire", async () => {
    const { approvals, hands } = approvalRig();
    for (let amount = 0; amount < 10; amount += 1) {
      await opened(approvals, proposal({ arguments: { amount } }));
    }
    hands.now += 10 * minute;

    expect(await approvals.request(proposal())).toMatchObject({ kind: "open" });
  });

  it("remembers a denial until the request would have expired", async () => {
    const { approvals, hands } = approvalRig();
    const { id } = await opened(approvals);
    await approvals.decide(id, { to: "denied", by: "olga" });

    expect(await approvals.request(proposal())).toMatchObject({ kind: "denied", approval: { id } });
    hands.now += 10 * minute;
    expect(await approvals.request(proposal())).toMatchObject({ kind: "open" });
  });
});

describe("deciding on an approval", () => {
  it("refuses the requester", async () => {
    const rig = approvalRig();
    rig.world.approvers = ["ada"];
    const { id, digest } = await opened(rig.approvals);

    expect(await rig.approvals.decide(id, { to: "approved", by: "ada", digest })).toEqual({
      kind: "own",
    });
  });

  it("accepts the requester if approval is the caller's", async () => {
    const { approvals } = approvalRig();
    const { id, digest } = await opened(approvals, proposal({ from: "caller" }));

    expect(await approvals.decide(id, { to: "approved", by: "ada", digest })).toMatchObject({
      kind: "decided",
      approval: { state: "approved", decidedBy: "ada" },
    });
  });

  it("refuses a person without the permission", async () => {
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
  ])("refuses an approval from a person who has seen %s of the digest", async (_, seen) => {
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

  it("is refused once the request has expired", async () => {
    const { approvals, hands } = approvalRig();
    const { id, digest } = await opened(approvals);
    hands.now += 10 * minute;

    expect(await approvals.decide(id, { to: "approved", by: "olga", digest })).toEqual({
      kind: "expired",
    });
  });

  it("does not distinguish an unknown request from another tenant's", async () => {
    const { approvals } = approvalRig();
    const { id, digest } = await opened(approvals, proposal({ tenant: "north" }));
    const verdict = { to: "approved", by: "olga", tenant: "south", digest } as const;

    expect(await approvals.decide(id, verdict)).toEqual({ kind: "unknown" });
    expect(await approvals.decide("nothing", verdict)).toEqual({ kind: "unknown" });
  });

  it("revokes an unused approval", async () => {
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
  it("returns the stored bytes and the approver", async () => {
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

  it("succeeds once, even for concurrent attempts from two processes", async () => {
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

  it("waits for the decision", async () => {
    const { approvals } = approvalRig();
    const { id } = await opened(approvals);

    expect(await approvals.consume({ id, callId: "c1", proposal: proposal() })).toEqual({
      kind: "pending",
    });
  });

  const columns = ["id", "arguments", "binding", "digest", "tool", "tenant", "expiresAt"] as const;
  it.each([...columns, "decidedBy", "yeses", "needed"] as const)(
    "refuses a stored row whose %s was tampered with",
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

  it("refuses a caller's approval where the operator's is required", async () => {
    const { approvals } = approvalRig();
    const { id, digest } = await opened(approvals, proposal({ from: "caller" }));
    await approvals.decide(id, { to: "approved", by: "ada", digest });

    expect(await approvals.consume({ id, callId: "c1", proposal: proposal() })).toEqual({
      kind: "refused",
      because: "changed",
    });
  });

  it("ends as done, failed or unknown", async () => {
    const { approvals } = approvalRig();
    const { id } = await approved(approvals);
    await approvals.consume({ id, callId: "c1", proposal: proposal() });

    await approvals.close(id, "unknown");

    expect(await approvals.find(id)).toMatchObject({ state: "unknown" });
  });
});

it("writes every change to the audit log, without arguments", async () => {
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
