// A person who types a call in the console must not approve it too, by whatever way.
import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type ApprovalRig, approvalRig, proposal } from "@toolcourt/testing/approvals";
import { judgedCall, noAbort, toolContract, writingTool } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import type { JudgedCall } from "../../pipeline/call.ts";
import { createApproveStage } from "./approve-stage.ts";
import { approvalKey, noPolicy } from "./proposal.ts";
import { StateSeal } from "./state.ts";
import { summaryJson } from "./summary.ts";

const typed = proposal({ from: "caller", source: "console" });
const called = proposal({ from: "caller" });

async function requested({ approvals }: ApprovalRig, wanted = typed) {
  const result = await approvals.request(wanted);
  if (result.kind !== "open") throw new Error(`The request is ${result.kind}.`);
  return result.approval;
}

describe("a request from the console", () => {
  it.each([
    ["the admin API", { self: "never" } as const],
    ["the command or a client that asks its user", {}],
  ])("is not approved by its requester with %s", async (_, way) => {
    const rig = approvalRig();
    rig.world.approvers = ["ada", "olga"];
    const { id, digest } = await requested(rig);

    const own = await rig.approvals.decide(id, { to: "approved", by: "ada", digest, ...way });
    const denied = await rig.approvals.decide(id, { to: "denied", by: "ada", ...way });

    expect([own, denied]).toEqual([{ kind: "own" }, { kind: "own" }]);
    expect(await rig.approvals.find(id)).toMatchObject({ state: "pending", yeses: [] });
  });

  it("is approved by another person, and runs then", async () => {
    const rig = approvalRig();
    const { id, digest } = await requested(rig);
    await rig.approvals.decide(id, { to: "approved", by: "olga", digest });

    expect(await rig.approvals.consume({ id, callId: "c1", proposal: typed })).toMatchObject({
      kind: "consumed",
      by: "olga",
    });
  });

  it("is revoked by its requester", async () => {
    const rig = approvalRig();
    const { id } = await requested(rig);

    expect(await rig.approvals.decide(id, { to: "revoked", by: "ada" })).toMatchObject({
      kind: "decided",
    });
  });

  it("does not run on a yes of its requester that got into the store", async () => {
    const rig = approvalRig();
    rig.world.approvers = ["ada"];
    const { id } = await requested(rig);
    const [entry] = [{ body: "{}", part: "note", at: rig.hands.now } as const];
    await rig.stores.approvals.decide(id, { to: "approved", by: "ada", at: rig.hands.now }, entry);

    expect(await rig.approvals.consume({ id, callId: "c1", proposal: typed })).toEqual({
      kind: "refused",
      because: "changed",
    });
  });

  it("is another one than that of the same call by a client, which cannot use it", async () => {
    const rig = approvalRig();
    const { id, digest } = await requested(rig);
    const other = await requested(rig, called);
    await rig.approvals.decide(id, { to: "approved", by: "olga", digest });

    expect(other.id).not.toBe(id);
    expect(await rig.approvals.consume({ id, callId: "c1", proposal: called })).toEqual({
      kind: "refused",
      because: "changed",
    });
  });

  it.each([
    { from: "the console", to: "a client", first: typed, second: called },
    { from: "a client", to: "the console", first: called, second: typed },
  ])("made in $from and denied, is denied from $to too", async ({ first, second }) => {
    const rig = approvalRig();
    const { id } = await requested(rig, first);
    await rig.approvals.decide(id, { to: "denied", by: "olga" });

    expect(await rig.approvals.request(second)).toMatchObject({ kind: "denied" });
  });

  it("says so in lists", async () => {
    const rig = approvalRig();

    expect(summaryJson(await requested(rig))).toMatchObject({ source: "console" });
    expect(summaryJson(await requested(rig, called))).not.toHaveProperty("source");
  });
});

const contract = toolContract({ effect: "write", terms: {} });
const settings = { maxInstances: 1, timeoutMs: 1_000, approval: "caller" } as const;

function callWith(differences: Partial<JudgedCall>): JudgedCall {
  return judgedCall({ registered: writingTool({ contract, settings }), ...differences });
}

describe("a client that asks its user", () => {
  it("cannot approve what the same principal typed in the console", async () => {
    const rig = approvalRig();
    rig.world.contract = contract.digest;
    rig.world.policy = noPolicy;
    const seal = new StateSeal(Buffer.alloc(32, 7), { now: () => rig.hands.now });
    const stage = createApproveStage({ approvals: rig.approvals, seal });
    const approve = async (call: JudgedCall) => stage(call, noAbort);
    const codeOf = async (call: JudgedCall): Promise<unknown> =>
      approve(call).catch((error: unknown) => (isRefusal(error) ? error.code : error));
    const channel = { capabilities: { elicitation: {} } };

    const first = await codeOf(callWith({ source: "console" }));
    const question = await approve(callWith({ channel }));
    const requestState = "asks" in question ? question.asks.requestState : undefined;
    const inputResponses = { [approvalKey]: { action: "accept" } };
    const accepted = { channel, resumption: { inputResponses, requestState: requestState ?? "" } };
    const ran = await approve(callWith(accepted));
    const again = await codeOf(callWith({ source: "console", ...accepted }));
    const still = await codeOf(callWith({ source: "console" }));

    expect(ran).toMatchObject({ approval: { kind: "given" } });
    expect([first, again, still]).toEqual([
      "approval-required",
      "approval-expired",
      "approval-required",
    ]);
    const states = (await rig.approvals.list({ max: 9 })).map(({ state }) => state);
    expect(states.toSorted()).toEqual(["consumed", "pending"]);
  });
});
