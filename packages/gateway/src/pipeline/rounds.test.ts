import type { JsonObject } from "@toolcourt/sdk";
import { approvedCall, connectedCall, noAbort, registeredTool } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import type { ApprovedCall, Question } from "./call.ts";
import { RoundSeal } from "./round-state.ts";
import { Rounds } from "./rounds.ts";

const hands = { now: 1_000 };

/** Rounds around a tool that always asks, with the input it receives. */
function setUp() {
  const rounds = new Rounds({
    seal: new RoundSeal(Buffer.alloc(32, 1)),
    clock: { now: () => hands.now },
    isOfApproval: (state) => state.startsWith("yes."),
  });
  const ran: ApprovedCall[] = [];
  const approve = rounds.aroundApprove((call) => ({ ...call, approval: { kind: "not-needed" } }));
  const run = rounds.aroundRun(async (call) => {
    ran.push(call);
    return {};
  });
  const question = rounds.aroundQuestion(() => ({ asks: { requestState: "the tool's own" } }));
  const call = async (given: ApprovedCall): Promise<Question | undefined> => {
    await approve(given, noAbort);
    await run(given, noAbort);
    return question(given, {});
  };
  return { rounds, ran, call };
}

function answering(question: Question | undefined, differences: Partial<ApprovedCall> = {}) {
  const inputResponses: JsonObject = { it: { action: "accept" } };
  const { requestState = "" } = question?.asks ?? {};
  return approvedCall({ resumption: { inputResponses, requestState }, ...differences });
}

describe("rounds", () => {
  it("return the tool's state unchanged, with the answers", async () => {
    const { ran, call } = setUp();

    await call(answering(await call(approvedCall())));

    expect(ran.map(({ resumption }) => resumption)).toEqual([
      undefined,
      { inputResponses: { it: { action: "accept" } }, requestState: "the tool's own" },
    ]);
  });

  it("are three at most", async () => {
    const { ran, call } = setUp();
    let question = await call(approvedCall());
    question = await call(answering(question));
    question = await call(answering(question));

    await expect(call(answering(question))).rejects.toMatchObject({
      code: "interaction-required",
      details: { because: "too-often" },
    });
    expect(ran).toHaveLength(4);
  });

  it.each<[string, Partial<ApprovedCall>]>([
    ["of somebody else", { principal: { id: "eve", permissions: "all" } }],
    ["in another tenant", { principal: { ...connectedCall().principal, tenant: "south" } }],
    ["with other arguments", { input: { city: "Bern" } }],
    ["of another tool", { registered: registeredTool({ publicName: "another" }) }],
  ])("refuse an answer %s", async (_, difference) => {
    const { ran, call } = setUp();
    const question = await call(approvedCall());

    await expect(call(answering(question, difference))).rejects.toMatchObject({
      code: "question-unknown",
    });
    expect(ran).toHaveLength(1);
  });

  it.each([
    ["no state", undefined],
    ["a state of nobody", "the tool's own"],
    ["a state that only looks like one of approvals", "yes.indeed"],
  ])("refuse an answer with %s", async (_, requestState) => {
    const { ran, call } = setUp();
    const resumption = { inputResponses: {}, ...(requestState !== undefined && { requestState }) };

    await expect(call(approvedCall({ resumption }))).rejects.toMatchObject({
      code: "question-unknown",
    });
    expect(ran).toEqual([]);
  });

  it("refuse a late answer", async () => {
    const { call } = setUp();
    const question = await call(approvedCall());
    hands.now += 3_600_000;

    await expect(call(answering(question))).rejects.toMatchObject({ code: "question-unknown" });
  });

  it("leave approval states to approvals, if the tool needs approval", async () => {
    const { rounds } = setUp();
    const settings = { ...registeredTool().settings, approval: "caller" } as const;
    const registered = registeredTool({ settings });
    const approve = rounds.aroundApprove((call) => ({ ...call, approval: { kind: "not-needed" } }));

    const given = connectedCall({ registered, resumption: { requestState: "yes.1" } });

    expect(await approve(given, noAbort)).toMatchObject({ resumption: { requestState: "yes.1" } });
  });
});
