import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { approvalRig } from "@toolcourt/testing/approvals";
import { judgedCall, noAbort, registeredTool } from "@toolcourt/testing/calls";
import { bankTool, grantRig, mustGive } from "@toolcourt/testing/grants";
import { describe, expect, it } from "vitest";
import type { JudgedCall } from "../../pipeline/call.ts";
import type { Judged, Reason } from "../../pipeline/judged.ts";
import { createApproveStage } from "./approve-stage.ts";
import { readBinding } from "./binding.ts";
import { noPolicy } from "./proposal.ts";
import { questionAbout } from "./question.ts";
import { reasonText } from "./reason-text.ts";
import { StateSeal } from "./state.ts";

const reason: Reason = {
  statement: "no-exfiltration",
  because: "origin",
  pointer: "/to",
  role: "destination",
  origin: "third-party",
  seen: { tool: "mail__read", pointer: "/mails/0/body", call: "call-7" },
};
const asks: Judged = { kind: "asks", from: "operator", reasons: [reason] };
const plain = registeredTool();

function callOf(judged: Judged, differences: Partial<JudgedCall> = {}): JudgedCall {
  return judgedCall({ registered: plain, input: { to: "evil@x.example" }, judged, ...differences });
}

function setUp() {
  const rig = grantRig();
  const approving = approvalRig({ stores: rig.stores, hands: rig.hands });
  const { approvals, world } = approving;
  world.contract = plain.contract.digest;
  world.policy = noPolicy;
  const seal = new StateSeal(Buffer.alloc(32, 7), { now: () => rig.hands.now });
  const approve = createApproveStage({ approvals, seal, grants: rig.grants });
  const outcome = async (call: JudgedCall): Promise<string> => {
    try {
      const output = await approve(call, noAbort);
      return "asks" in output ? "asked" : output.approval.kind;
    } catch (error) {
      if (isRefusal(error)) return error.code;
      throw error;
    }
  };
  const request = async () => (await approvals.list({ max: 1 }))[0];
  const yes = async () => {
    const { id = "", digest = "" } = (await request()) ?? {};
    await approvals.decide(id, { to: "approved", by: "olga", digest });
  };
  return { ...rig, world, approvals, outcome, request, yes };
}

describe("a call that a statement asks about", () => {
  it("waits for the operator although its tool needs no approval, then runs once", async () => {
    const { outcome, yes } = setUp();

    expect(await outcome(callOf({ kind: "passed" }))).toBe("not-needed");
    expect(await outcome(callOf(asks))).toBe("approval-required");
    await yes();
    expect(await outcome(callOf(asks))).toBe("given");
    expect(await outcome(callOf(asks))).toBe("approval-required");
  });

  it("has its reasons bound and shown, with the value among the arguments", async () => {
    const { outcome, request } = setUp();
    await outcome(callOf(asks));
    const approval = await request();
    const intact = approval && readBinding(approval);
    const question =
      approval &&
      intact &&
      questionAbout(approval, { ...intact, isUndeclared: undefined }, "state");

    expect(intact?.binding.reasons).toEqual([reason]);
    expect(JSON.stringify(question)).toContain(
      "Asked by no-exfiltration: /to is a destination that text of outsiders named first: /mails/0/body in the result of mail__read, call call-7.",
    );
    expect(JSON.stringify(question)).toContain("evil@x.example");
  });

  it("is asked again once the reason is another one", async () => {
    const { outcome, yes } = setUp();
    await outcome(callOf(asks));
    await yes();
    const unseen = { ...reason, origin: "unknown" };

    const other: Judged = { kind: "asks", from: "operator", reasons: [unseen] };

    expect(await outcome(callOf(other))).toBe("approval-required");
    expect(await outcome(callOf(asks))).toBe("given");
  });

  it("is not answered by a grant, which was given before the reason", async () => {
    const rig = setUp();
    const registered = bankTool("transfer");
    rig.world.contract = registered.contract.digest;
    const of = { registered, input: { amount: 5, to: "grace" } };
    await mustGive(rig);

    expect(await rig.outcome(callOf(asks, of))).toBe("approval-required");
    expect(await rig.outcome(callOf({ kind: "passed" }, of))).toBe("granted");
  });

  it("needs the operator if its tool does, although the statement asks the caller", async () => {
    const rig = setUp();
    const registered = bankTool("transfer");
    const of = { registered, input: { amount: 5, to: "grace" } };

    await rig.outcome(callOf({ ...asks, from: "caller" }, of));

    expect(await rig.request()).toMatchObject({ from: "operator" });
  });
});

describe("the sentence of a reason", () => {
  it.each([
    [reason, "outsiders named first"],
    [{ statement: "s", because: "label", what: "secret" }, "secret data was read before"],
    [{ statement: "s", because: "total", what: "5000 in PT1H" }, "above 5000 in PT1H"],
    [{ statement: "s", because: "attended" }, "a person looks at every such call"],
    [{ statement: "s", because: "constructor" }, "s: constructor."],
  ])("says why: %#", (given: Reason, said) => {
    expect(reasonText(given)).toContain(said);
  });

  it("makes every character of a name visible", () => {
    expect(reasonText({ ...reason, pointer: "/\u202eto" })).toContain("/\\u{202e}to");
  });
});
