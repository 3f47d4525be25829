import { type ApprovalRig, approvalRig, proposal } from "@toolcourt/testing/approvals";
import { describe, expect, it } from "vitest";

async function asked(needed: number) {
  const rig = approvalRig();
  rig.world.needed = needed;
  const result = await rig.approvals.request(proposal());
  if (result.kind !== "open") throw new Error(`The request is ${result.kind}.`);
  const { id, digest } = result.approval;
  const say = (by: string, to: "approved" | "denied" = "approved") =>
    rig.approvals.decide(id, { to, by, digest });
  return { ...rig, id, say };
}

function use({ approvals }: ApprovalRig, id: string) {
  return approvals.consume({ id, callId: "c1", proposal: proposal() });
}

describe("a call that two people have to approve", () => {
  it("waits after the first approval and runs after the second", async () => {
    const rig = await asked(2);

    expect(await rig.say("olga")).toMatchObject({
      kind: "decided",
      approval: { state: "pending" },
    });
    expect(await use(rig, rig.id)).toEqual({ kind: "pending" });
    expect(await rig.say("otto")).toMatchObject({ approval: { state: "approved" } });
    expect(await use(rig, rig.id)).toMatchObject({ kind: "consumed", by: "otto" });
  });

  it("counts the same person once", async () => {
    const rig = await asked(2);
    await rig.say("olga");

    expect(await rig.say("olga")).toMatchObject({ kind: "again", approval: { state: "pending" } });
    expect(await use(rig, rig.id)).toEqual({ kind: "pending" });
  });

  it("does not run if one denies", async () => {
    const rig = await asked(2);
    await rig.say("olga");
    await rig.say("otto", "denied");

    expect(await rig.say("olga")).toEqual({ kind: "settled", state: "denied" });
    expect(await use(rig, rig.id)).toEqual({ kind: "denied", from: "operator" });
  });

  it("does not run if an approver has lost the permission", async () => {
    const rig = await asked(2);
    await rig.say("olga");
    await rig.say("otto");
    rig.world.approvers = ["otto"];

    expect(await use(rig, rig.id)).toEqual({ kind: "refused", because: "changed" });
  });

  it("does not count the requester's approval", async () => {
    const rig = await asked(2);
    await rig.say("olga");

    expect(await rig.say("ada")).toEqual({ kind: "own" });
  });
});
