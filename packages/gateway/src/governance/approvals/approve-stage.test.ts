import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { type ApprovalRig, approvalRig } from "@toolcourt/testing/approvals";
import { judgedCall, noAbort, toolContract, writingTool } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import type { ApprovedCall, JudgedCall, Question } from "../../pipeline/call.ts";
import { StoreError } from "../../stores/store-error.ts";
import { createApproveStage } from "./approve-stage.ts";
import { approvalKey, noPolicy } from "./proposal.ts";
import { StateSeal } from "./state.ts";

type Wish = "none" | "caller" | "operator";

const contract = toolContract({ effect: "write", terms: {} });
const form = { capabilities: { elicitation: {} } };

function callFor(approval: Wish, differences: Partial<JudgedCall> = {}): JudgedCall {
  const settings = { maxInstances: 1, timeoutMs: 1_000, approval };
  return judgedCall({ registered: writingTool({ contract, settings }), ...differences });
}

function setUp(rig: ApprovalRig = approvalRig()) {
  rig.world.contract = contract.digest;
  rig.world.policy = noPolicy;
  const seal = new StateSeal(Buffer.alloc(32, 7), { now: () => rig.hands.now });
  const approve = createApproveStage({ approvals: rig.approvals, seal });
  return { ...rig, approve: (call: JudgedCall) => approve(call, noAbort) };
}

type Approve = ReturnType<typeof setUp>["approve"];

async function asked(
  approve: Approve,
  call: JudgedCall,
): Promise<Required<Omit<Question["asks"], "_meta">>> {
  const output = await approve(call);
  if (!("asks" in output)) throw new Error("It passed.");
  const { inputRequests = {}, requestState = "" } = output.asks;
  return { inputRequests, requestState };
}

async function passed(approve: Approve, call: JudgedCall): Promise<ApprovedCall> {
  const output = await approve(call);
  if ("asks" in output) throw new Error("It asks.");
  return output;
}

async function refusal(approve: Approve, call: JudgedCall) {
  try {
    await approve(call);
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
  throw new Error("It passed.");
}

function answered(action: string, requestState: string, more: JsonObject = {}): JudgedCall {
  const inputResponses = { [approvalKey]: { action }, ...more };
  return callFor("caller", { channel: form, resumption: { inputResponses, requestState } });
}

function messageIn(request: JsonValue | undefined): string {
  const params = isJsonObject(request) ? own(request, "params") : undefined;
  const message = isJsonObject(params) ? own(params, "message") : undefined;
  return typeof message === "string" ? message : "";
}

async function stateOf({ approvals }: ApprovalRig) {
  return (await approvals.list({ max: 1 }))[0]?.state;
}

async function idOf(approve: Approve, call: JudgedCall): Promise<string> {
  const { details } = await refusal(approve, call);
  return "id" in details && typeof details.id === "string" ? details.id : "";
}

describe("a call without a need for approval", () => {
  it("passes at once", () => {
    const { approve } = setUp();

    expect(approve(callFor("none"))).toMatchObject({ approval: { kind: "not-needed" } });
  });
});

describe("a call of a tool without declared effects", () => {
  const limits = { maxInstances: 1, timeoutMs: 1_000 };
  const settings = { ...limits, approval: "caller", isUndeclared: true } as const;
  const registered = writingTool({ contract, settings });

  it("is refused with the reason and the next command", async () => {
    const { approve } = setUp();
    const { message, details, next } = await refusal(approve, callFor("caller", { registered }));

    expect(message).toMatch(
      /^get-forecast runs only after approval by the caller: its effects are not declared\. /,
    );
    expect(details).toMatchObject({ because: "undeclared" });
    expect(next).toMatch(/^toolcourt approvals show [\da-f]{32}$/);
  });

  it("says so to the person who is asked, with the next command", async () => {
    const { approve } = setUp();
    const call = callFor("caller", { registered, channel: form });
    const { inputRequests } = await asked(approve, call);

    expect(messageIn(inputRequests[approvalKey])).toMatch(
      /^Run .*\? Its effects are not declared\. To declare them: toolcourt explain \S+\n/,
    );
  });
});

describe("a call that needs the operator's approval", () => {
  it("is refused with the id and the command, and passes once approved", async () => {
    const { approve, approvals } = setUp();
    const { code, details, next } = await refusal(approve, callFor("operator"));
    const id = await idOf(approve, callFor("operator"));

    expect(code).toBe("approval-required");
    expect(details).toMatchObject({ from: "operator", id });
    expect(next).toBe(`toolcourt approvals show ${id}`);

    const digest = (await approvals.find(id))?.digest ?? "";
    await approvals.decide(id, { to: "approved", by: "olga", digest });
    expect(await passed(approve, callFor("operator"))).toMatchObject({
      input: { city: "Geneva" },
      approval: { kind: "given", by: "olga", id, digest },
    });
  });

  it("needs a new approval the next time", async () => {
    const { approve, approvals } = setUp();
    const id = await idOf(approve, callFor("operator"));
    const digest = (await approvals.find(id))?.digest ?? "";
    await approvals.decide(id, { to: "approved", by: "olga", digest });
    await passed(approve, callFor("operator"));

    const again = await refusal(approve, callFor("operator"));
    expect(again).toMatchObject({ code: "approval-required" });
    expect(again.details).not.toMatchObject({ id });
  });

  it("is refused while a denial stands", async () => {
    const { approve, approvals } = setUp();
    const id = await idOf(approve, callFor("operator"));
    await approvals.decide(id, { to: "denied", by: "olga" });

    expect(await refusal(approve, callFor("operator"))).toMatchObject({
      code: "approval-denied",
      details: { id, from: "operator" },
    });
  });

  it("never asks the caller, and refuses the caller's approval", async () => {
    const { approve, approvals } = setUp();
    const id = await idOf(approve, callFor("operator", { channel: form }));
    const digest = (await approvals.find(id))?.digest ?? "";

    expect(await approvals.decide(id, { to: "approved", by: "ada", digest })).toEqual({
      kind: "own",
    });
  });

  it("may name its approval, and gains nothing by naming another's", async () => {
    const { approve, approvals } = setUp();
    const id = await idOf(approve, callFor("operator"));
    const digest = (await approvals.find(id))?.digest ?? "";
    await approvals.decide(id, { to: "approved", by: "olga", digest });
    const principal = { id: "mallory", permissions: "all" } as const;
    const naming = (namedApproval: string, differences: Partial<JudgedCall> = {}) =>
      callFor("operator", { namedApproval, ...differences });

    const others = [
      naming(id, { principal }),
      naming(id, { principal: { id: "ada", permissions: "all", tenant: "north" } }),
      naming(id, { input: { text: "another" } }),
      naming("0".repeat(32)),
      naming("no id"),
      naming(""),
    ];
    const refusals = [];
    for (const call of others) refusals.push(await refusal(approve, call));

    const [first] = refusals;
    expect(refusals.every((each) => JSON.stringify(each) === JSON.stringify(first))).toBe(true);
    expect(first).toMatchObject({ code: "approval-expired", details: { because: "unknown" } });
    expect(await passed(approve, naming(id))).toMatchObject({ approval: { id } });
  });
});

describe("a call that needs the caller's approval", () => {
  it("shows the whole call, and runs exactly what was shown", async () => {
    const { approve } = setUp();
    const input = { city: "Gen\u{200b}eva", days: 3 };
    const call = callFor("caller", { channel: form, input });
    const { inputRequests, requestState } = await asked(approve, call);
    const request = own(inputRequests, approvalKey);
    const message = messageIn(request);

    expect(Object.keys(inputRequests)).toEqual([approvalKey]);
    expect(request).toMatchObject({
      method: "elicitation/create",
      params: { mode: "form", requestedSchema: { type: "object", properties: {} } },
    });
    expect(message).toContain("Run get-forecast of weather?");
    expect(message).toContain('{\n  "city": "Gen\\u{200b}eva",\n  "days": 3\n}');

    const resumption = { inputResponses: { [approvalKey]: { action: "accept" } }, requestState };
    const run = await passed(approve, { ...call, resumption });
    expect(run).toMatchObject({ input, approval: { kind: "given", by: "ada" } });
    expect(run.resumption).toBeUndefined();
    const digest = run.approval.kind === "given" ? run.approval.digest : "";
    expect(message).toContain(`Digest: ${digest.slice(0, 12)}\n`);
  });

  it("does not run after the person declines, nor on a retry", async () => {
    const { approve } = setUp();
    const call = callFor("caller", { channel: form });
    const { requestState } = await asked(approve, call);

    expect(await refusal(approve, answered("decline", requestState))).toMatchObject({
      code: "approval-denied",
    });
    expect(await refusal(approve, answered("accept", requestState))).toMatchObject({
      code: "approval-denied",
    });
    expect(await refusal(approve, call)).toMatchObject({ code: "approval-denied" });
  });

  it("stays pending if the person only closes the dialog", async () => {
    const { approve } = setUp();
    const { requestState } = await asked(approve, callFor("caller", { channel: form }));

    expect(await refusal(approve, answered("cancel", requestState))).toMatchObject({
      code: "approval-required",
    });
    expect(await passed(approve, answered("accept", requestState))).toMatchObject({
      approval: { kind: "given" },
    });
  });

  it("asks again if the answer has no decision", async () => {
    const { approve } = setUp();
    const { requestState } = await asked(approve, callFor("caller", { channel: form }));

    expect(await asked(approve, answered("perhaps", requestState))).toMatchObject({ requestState });
  });

  it.each([
    ["nothing", undefined],
    ["nothing about forms", { capabilities: {} }],
    ["pages only", { capabilities: { elicitation: { url: {} } } }],
  ])("is refused with the id if the caller can be asked %s", async (_, channel) => {
    const { approve, approvals } = setUp();
    const call = callFor("caller", channel === undefined ? {} : { channel });
    const id = await idOf(approve, call);
    const digest = (await approvals.find(id))?.digest ?? "";

    expect(id).toMatch(/^[0-9a-f]{32}$/);
    await approvals.decide(id, { to: "approved", by: "olga", digest });
    expect(await passed(approve, call)).toMatchObject({ approval: { by: "olga" } });
  });

  it("is refused with the id if the question is too long to show", async () => {
    const { approve } = setUp();
    const input = { city: "x".repeat(70_000) };

    expect(await refusal(approve, callFor("caller", { channel: form, input }))).toMatchObject({
      code: "approval-required",
    });
  });

  it("is refused once the question has expired", async () => {
    const { approve, hands } = setUp();
    const { requestState } = await asked(approve, callFor("caller", { channel: form }));
    hands.now += 600_000;

    expect(await refusal(approve, answered("accept", requestState))).toMatchObject({
      code: "approval-expired",
      details: { because: "expired" },
    });
  });

  it("keeps its approval if the caller has disconnected", async () => {
    const { approvals, hands } = setUp();
    const seal = new StateSeal(Buffer.alloc(32, 7), { now: () => hands.now });
    const stage = createApproveStage({ approvals, seal });
    const { requestState } = await asked(
      (call) => stage(call, noAbort),
      callFor("caller", { channel: form }),
    );

    await expect(
      stage(answered("accept", requestState), AbortSignal.abort()),
    ).rejects.toMatchObject({ code: "cancelled" });
    expect(await stage(answered("accept", requestState), noAbort)).toMatchObject({
      approval: { kind: "given" },
    });
  });
});

describe("the answer to our question", () => {
  const call = callFor("caller", { channel: form });
  it("is void from another principal, even one that may approve", async () => {
    const rig = setUp();
    const { requestState } = await asked(rig.approve, call);
    const principal = { id: "olga", permissions: "all" } as const;

    const foreign = { ...answered("accept", requestState), principal };
    expect(await refusal(rig.approve, foreign)).toMatchObject({
      code: "approval-expired",
      details: { because: "unknown" },
    });
    expect(await stateOf(rig)).toBe("pending");
  });

  it.each([
    ["other arguments", { input: { city: "Bern" } }],
    ["another tool", { registered: writingTool({ ...call.registered, publicName: "other" }) }],
  ])("is void for %s, and decides nothing", async (_, change) => {
    const rig = setUp();
    const { requestState } = await asked(rig.approve, call);

    const other = { ...answered("accept", requestState), ...change };
    expect(await refusal(rig.approve, other)).toMatchObject({
      code: "approval-expired",
      details: { because: "changed" },
    });
    expect(await stateOf(rig)).toBe("pending");
  });

  it("is void once the operator's approval is needed", async () => {
    const rig = setUp();
    const { requestState } = await asked(rig.approve, call);
    const { resumption } = answered("accept", requestState);

    const now = callFor("operator", { channel: form, ...(resumption && { resumption }) });
    expect(await refusal(rig.approve, now)).toMatchObject({
      code: "approval-expired",
      details: { because: "changed" },
    });
    expect(await stateOf(rig)).toBe("pending");
  });

  it("is void with a tampered state", async () => {
    const { approve } = setUp();
    const { requestState } = await asked(approve, call);

    expect(await refusal(approve, answered("accept", `${requestState}x`))).toMatchObject({
      code: "approval-expired",
      details: { because: "unknown" },
    });
  });

  it("is valid once", async () => {
    const { approve } = setUp();
    const { requestState } = await asked(approve, call);
    await passed(approve, answered("accept", requestState));

    expect(await refusal(approve, answered("accept", requestState))).toMatchObject({
      code: "approval-expired",
      details: { because: "used" },
    });
  });

  it("runs the stored bytes, in their order", async () => {
    const { approve } = setUp();
    const wanted = { ...call, input: { b: 1, a: 2 } };
    const { requestState } = await asked(approve, wanted);

    const run = await passed(approve, {
      ...answered("accept", requestState),
      input: { b: 1, a: 2 },
    });
    expect(JSON.stringify(run.input)).toBe('{"a":2,"b":1}');
  });
});

describe("a tool that requests input after approval", () => {
  const answers = { inputResponses: { size: { action: "accept", content: { cm: 3 } } } };
  const resumption = { ...answers, requestState: "the tool's own" };

  it("needs a new approval of the answers, then gets its own answers and state", async () => {
    const { approve } = setUp();
    const first = await asked(approve, callFor("caller", { channel: form }));
    await passed(approve, answered("accept", first.requestState));

    const second = await asked(approve, callFor("caller", { channel: form, resumption }));
    expect(JSON.stringify(second.inputRequests)).toContain(String.raw`\"cm\": 3`);
    expect(Object.keys(second.inputRequests)).toEqual([approvalKey]);

    const run = await passed(approve, answered("accept", second.requestState));
    expect(run).toMatchObject({ resumption });
  });

  it("gets no extra input that arrives with the approval", async () => {
    const { approve } = setUp();
    const { requestState } = await asked(approve, callFor("caller", { channel: form, resumption }));

    const smuggled = answered("accept", requestState, { size: { action: "accept" }, more: {} });
    expect((await passed(approve, smuggled)).resumption).toEqual(resumption);
  });

  it("needs the operator's approval again if the call did", async () => {
    const { approve, approvals } = setUp();
    const call = callFor("operator", { resumption });
    const id = await idOf(approve, call);
    const digest = (await approvals.find(id))?.digest ?? "";
    await approvals.decide(id, { to: "approved", by: "olga", digest });

    expect(await refusal(approve, callFor("operator"))).toMatchObject({
      code: "approval-required",
    });
    expect(await passed(approve, call)).toMatchObject({ resumption });
  });
});

describe("a failing approval store", () => {
  it.each(["findOpen", "add", "consume"] as const)("lets nothing run (%s)", async (method) => {
    const rig = approvalRig();
    const healthy = setUp(rig);
    const { requestState } = await asked(healthy.approve, callFor("caller", { channel: form }));
    const broken = { [method]: () => Promise.reject(new StoreError("full")) };
    const approvals = { ...rig.stores.approvals, ...broken };
    const { approve } = setUp(approvalRig({ ...rig, stores: { ...rig.stores, approvals } }));

    const call =
      method === "consume" ? answered("accept", requestState) : callFor("operator", { input: {} });
    expect(await refusal(approve, call)).toMatchObject({ code: "audit-failed" });
  });
});

it("refuses a call that cannot be shown exactly", () => {
  const { approve } = setUp();

  expect(() => approve(callFor("operator", { input: { city: "\u{d800}" } }))).toThrow(
    expect.objectContaining({ code: "input-invalid" }),
  );
});
