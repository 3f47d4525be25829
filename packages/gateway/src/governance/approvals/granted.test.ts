import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { approvalRig } from "@toolcourt/testing/approvals";
import { judgedCall, noAbort } from "@toolcourt/testing/calls";
import { bankTool, type GrantRig, grantRig, mustGive } from "@toolcourt/testing/grants";
import { describe, expect, it } from "vitest";
import type { JudgedCall } from "../../pipeline/call.ts";
import { StoreError } from "../../stores/store-error.ts";
import { createApproveStage } from "./approve-stage.ts";
import { noPolicy } from "./proposal.ts";
import { StateSeal } from "./state.ts";

const registered = bankTool("transfer");
const input = { amount: 5, to: "grace" };

function callOf(differences: Partial<JudgedCall> = {}): JudgedCall {
  return judgedCall({ registered, input, ...differences });
}

function setUp(use?: GrantRig["grants"]["use"]) {
  const rig = grantRig();
  const approving = approvalRig({ stores: rig.stores, hands: rig.hands });
  approving.world.contract = registered.contract.digest;
  approving.world.policy = noPolicy;
  const { approvals } = approving;
  const seal = new StateSeal(Buffer.alloc(32, 7), { now: () => rig.hands.now });
  const grants = use === undefined ? rig.grants : { use };
  const approve = createApproveStage({ approvals, seal, grants });
  const outcome = async (call: JudgedCall, signal = noAbort): Promise<string> => {
    try {
      const output = await approve(call, signal);
      return "asks" in output ? "asked" : output.approval.kind;
    } catch (error) {
      if (isRefusal(error)) return error.code;
      throw error;
    }
  };
  const request = async () => (await approvals.list({ max: 1 }))[0];
  return { ...rig, approvals, approve, outcome, request };
}

/** Decides on the open request of the call. */
async function decide(
  { approvals, request }: ReturnType<typeof setUp>,
  to: "approved" | "denied" | "revoked",
) {
  const { id = "", digest = "" } = (await request()) ?? {};
  expect(await approvals.decide(id, { to, by: "olga", digest })).toMatchObject({ kind: "decided" });
}

describe("a call that a grant covers", () => {
  it("passes with its own arguments, names the grant, and leaves no request", async () => {
    const rig = setUp();
    const { id, createdAt: at } = await mustGive(rig);

    const approved = await rig.approve(callOf(), noAbort);

    expect(approved).toMatchObject({ input, approval: { kind: "granted", id, by: "olga", at } });
    expect(approved).not.toHaveProperty("approval.digest");
    expect(await rig.approvals.list({ max: 10 })).toEqual([]);
  });

  it("asks again once the grant is used up", async () => {
    const rig = setUp();
    await mustGive(rig, { uses: 1 });

    expect(await rig.outcome(callOf())).toBe("granted");
    expect(await rig.outcome(callOf())).toBe("approval-required");
  });

  it("passes although a request for it is pending, which stays", async () => {
    const rig = setUp();
    expect(await rig.outcome(callOf())).toBe("approval-required");
    await mustGive(rig);

    expect(await rig.outcome(callOf())).toBe("granted");
    expect(await rig.request()).toMatchObject({ state: "pending" });
  });

  it("uses an approval of these very arguments first, and then the grant", async () => {
    const rig = setUp();
    await rig.outcome(callOf());
    await decide(rig, "approved");
    const { id } = await mustGive(rig);

    expect(await rig.outcome(callOf())).toBe("given");
    expect(await rig.grants.find(id)).toMatchObject({ used: 0 });
    expect(await rig.outcome(callOf())).toBe("granted");
  });

  it("stays denied if these very arguments were denied", async () => {
    const rig = setUp();
    await rig.outcome(callOf());
    await decide(rig, "denied");
    const { id } = await mustGive(rig);

    expect(await rig.outcome(callOf())).toBe("approval-denied");
    expect(await rig.grants.find(id)).toMatchObject({ used: 0 });
  });

  it.each(["denied", "revoked"] as const)(
    "asks again after a change of the policy if these very arguments were %s",
    async (to) => {
      const rig = setUp();
      const changed = callOf({ grant: { ...callOf().grant, policy: "another" } });
      await rig.outcome(callOf());
      await decide(rig, to);
      const { id } = await mustGive(rig);

      expect(await rig.outcome(changed)).toBe("approval-required");
      expect(await rig.grants.find(id)).toMatchObject({ used: 0 });
      expect(await rig.outcome({ ...changed, input: { ...input, amount: 6 } })).toBe("granted");
      rig.hands.now += 600_000;
      expect(await rig.outcome(changed)).toBe("granted");
    },
  );

  it("asks again although many later requests were denied too", async () => {
    const rig = setUp();
    const changed = callOf({ grant: { ...callOf().grant, policy: "another" } });
    for (let amount = 5; amount < 110; amount += 1) {
      rig.hands.now += 1;
      await rig.outcome(callOf({ input: { ...input, amount } }));
      await decide(rig, "denied");
    }
    await mustGive(rig);

    expect(await rig.outcome(changed)).toBe("approval-required");
  });

  it("uses the approval that it names, or is refused", async () => {
    const rig = setUp();
    const { id } = await mustGive(rig);

    expect(await rig.outcome(callOf({ namedApproval: "0".repeat(32) }))).toBe("approval-expired");
    expect(await rig.grants.find(id)).toMatchObject({ used: 0 });
  });

  it("needs an approval for answers to the tool's own questions", async () => {
    const rig = setUp();
    const { id } = await mustGive(rig);
    const resumption = { inputResponses: { size: { action: "accept", content: {} } } };

    expect(await rig.outcome(callOf({ resumption }))).toBe("approval-required");
    expect(await rig.grants.find(id)).toMatchObject({ used: 0 });
  });

  it("takes no use for a caller that has disconnected", async () => {
    const rig = setUp();
    const { id } = await mustGive(rig);

    expect(await rig.outcome(callOf(), AbortSignal.abort())).toBe("approval-required");
    expect(await rig.grants.find(id)).toMatchObject({ used: 0 });
  });

  it("is refused if the store of grants is away", async () => {
    const rig = setUp(() => Promise.reject(new StoreError("locked")));

    expect(await rig.outcome(callOf())).toBe("audit-failed");
  });
});

describe("a call of a tool without a need for approval", () => {
  it("passes at once, without a look at the grants", () => {
    const rig = setUp(() => Promise.reject(new Error("The grants were read.")));
    const settings = { ...registered.settings, approval: "none" } as const;

    const passed = rig.approve(callOf({ registered: { ...registered, settings } }), noAbort);

    expect(passed).toMatchObject({ approval: { kind: "not-needed" } });
  });
});
