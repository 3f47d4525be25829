import type { JsonObject } from "@toolcourt/sdk";
import { approvedCall, connectedCall, registeredTool } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import type { ApprovedCall, Question } from "./call.ts";
import { RoundSeal } from "./round-state.ts";
import { Rounds } from "./rounds.ts";

const hands = { now: 1_000 };
const unknown: unknown = expect.objectContaining({ code: "question-unknown" });

/** Rounds around a tool that always asks, with the input it receives. */
function setUp() {
  const rounds = new Rounds({
    seal: new RoundSeal(Buffer.alloc(32, 1)),
    clock: { now: () => hands.now },
    isOfApproval: (state) => state.startsWith("yes."),
  });
  const ran: ApprovedCall[] = [];
  const call = (given: ApprovedCall): Question => {
    rounds.accept(given);
    ran.push(rounds.unseal(given));
    return rounds.seal(given, { asks: { requestState: "the tool's own" } });
  };
  return { rounds, ran, call };
}

function answering(question: Question, differences: Partial<ApprovedCall> = {}) {
  const inputResponses: JsonObject = { it: { action: "accept" } };
  const { requestState = "" } = question.asks;
  return approvedCall({ resumption: { inputResponses, requestState }, ...differences });
}

describe("rounds", () => {
  it("return the tool's state unchanged, with the answers", () => {
    const { ran, call } = setUp();

    call(answering(call(approvedCall())));

    expect(ran.map(({ resumption }) => resumption)).toEqual([
      undefined,
      { inputResponses: { it: { action: "accept" } }, requestState: "the tool's own" },
    ]);
  });

  it("are three at most", () => {
    const { ran, call } = setUp();
    let question = call(approvedCall());
    question = call(answering(question));
    question = call(answering(question));

    expect(() => call(answering(question))).toThrow(
      expect.objectContaining({
        code: "interaction-required",
        details: { tool: "get-forecast", because: "too-often" },
      }),
    );
    expect(ran).toHaveLength(4);
  });

  it.each<[string, Partial<ApprovedCall>]>([
    ["of somebody else", { principal: { id: "eve", permissions: "all" } }],
    ["in another tenant", { principal: { ...connectedCall().principal, tenant: "south" } }],
    ["with other arguments", { input: { city: "Bern" } }],
    ["of another tool", { registered: registeredTool({ publicName: "another" }) }],
  ])("refuse an answer %s", (_, difference) => {
    const { ran, call } = setUp();
    const question = call(approvedCall());

    expect(() => call(answering(question, difference))).toThrow(unknown);
    expect(ran).toHaveLength(1);
  });

  it.each([
    ["no state", undefined],
    ["a state of nobody", "the tool's own"],
    ["a state that only looks like one of approvals", "yes.indeed"],
  ])("refuse an answer with %s", (_, requestState) => {
    const { ran, call } = setUp();
    const resumption = { inputResponses: {}, ...(requestState !== undefined && { requestState }) };

    expect(() => call(approvedCall({ resumption }))).toThrow(unknown);
    expect(ran).toEqual([]);
  });

  it("refuse a late answer", () => {
    const { call } = setUp();
    const question = call(approvedCall());
    hands.now += 3_600_000;

    expect(() => call(answering(question))).toThrow(unknown);
  });

  it("leave approval states to approvals, if the tool needs approval", () => {
    const { rounds } = setUp();
    const settings = { ...registeredTool().settings, approval: "caller" } as const;
    const registered = registeredTool({ settings });
    const given = connectedCall({ registered, resumption: { requestState: "yes.1" } });

    expect(() => rounds.accept(given)).not.toThrow();
  });
});
