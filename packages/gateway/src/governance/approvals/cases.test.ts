// The threat model's cases about approvals, by number.
import { type JsonObject, parseJson } from "@toolcourt/sdk";
import { type ApprovalRig, approvalRig, proposal } from "@toolcourt/testing/approvals";
import { describe, expect, it } from "vitest";
import type { ConsumeResult } from "./approvals.ts";
import type { Proposal } from "./binding.ts";

const second = 1_000;
const minute = 60 * second;

async function requested({ approvals }: ApprovalRig, wanted: Proposal = proposal()) {
  const result = await approvals.request(wanted);
  if (result.kind !== "open") throw new Error(`The request is ${result.kind}.`);
  return result.approval;
}

async function approved(rig: ApprovalRig, wanted: Proposal = proposal()): Promise<string> {
  const { id, digest } = await requested(rig, wanted);
  await rig.approvals.decide(id, { to: "approved", by: "olga", digest });
  return id;
}

function use(rig: ApprovalRig, id: string, wanted: Proposal = proposal()): Promise<ConsumeResult> {
  return rig.approvals.consume({ id, callId: "c1", proposal: wanted });
}

const refused = (because: string) => ({ kind: "refused", because });

describe("case 42: a write without approval", () => {
  it("does not run before a decision", async () => {
    const rig = approvalRig();
    const { id } = await requested(rig);

    expect(await use(rig, id)).toEqual({ kind: "pending" });
  });

  it("does not run after a denial", async () => {
    const rig = approvalRig();
    const { id } = await requested(rig);
    await rig.approvals.decide(id, { to: "denied", by: "olga" });

    expect(await use(rig, id)).toEqual({ kind: "denied", from: "operator" });
  });
});

/** The arguments as a client would write them. */
function written(text: string): Partial<Proposal> {
  const value = parseJson(text);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every text below is an object
  return { arguments: value as JsonObject };
}

describe("case 44: approve A, execute B", () => {
  const shown = '{"amount":1,"note":"caf\u{e9}","to":"grace"}';

  it.each([
    ["a changed value", written('{"amount":2,"note":"caf\u{e9}","to":"grace"}')],
    ["an added field", written('{"amount":1,"note":"caf\u{e9}","to":"grace","cc":"eve"}')],
    ["a default filled in", written('{"amount":1,"note":"caf\u{e9}","to":"grace","urgent":false}')],
    ["null instead of nothing", written('{"amount":1,"cc":null,"note":"caf\u{e9}","to":"grace"}')],
    ["nothing instead of a value", written('{"amount":1,"to":"grace"}')],
    ["a text instead of a number", written('{"amount":"1","note":"caf\u{e9}","to":"grace"}')],
    ["the other normal form", written('{"amount":1,"note":"cafe\u{301}","to":"grace"}')],
    ["a hidden character", written('{"amount":1,"note":"caf\u{e9}\u{200b}","to":"grace"}')],
    ["another tool", { tool: "transfer_all" }],
    ["another connection", { connection: "other-bank" }],
    ["another contract", { contractHash: "contract-2" }],
    ["answers to a question besides", { answers: { inputResponses: {} } }],
  ] satisfies readonly (readonly [string, Partial<Proposal>])[])(
    "refuses %s, by id and by a new request",
    async (_, change) => {
      const rig = approvalRig();
      const id = await approved(rig, proposal(written(shown)));
      const other = proposal({ ...written(shown), ...change });

      expect(await use(rig, id, other)).toEqual(refused("changed"));
      expect(await requested(rig, other)).toMatchObject({ state: "pending" });
      expect(await use(rig, id, proposal(written(shown)))).toMatchObject({ kind: "consumed" });
    },
  );

  it.each([
    ["another order of keys", '{"to":"grace","note":"caf\\u00e9","amount":1}'],
    ["1.0 for 1", '{"amount":1.0,"note":"caf\u{e9}","to":"grace"}'],
  ])("accepts %s, because the canonical bytes are the same", async (_, text) => {
    const rig = approvalRig();
    const id = await approved(rig, proposal(written(shown)));

    expect(await use(rig, id, proposal(written(text)))).toMatchObject({
      kind: "consumed",
      arguments: parseJson(shown),
    });
  });
});

describe("case 45: conditions that void an approval", () => {
  it("is refused a second after expiry, even if the clock is set back", async () => {
    const rig = approvalRig();
    const id = await approved(rig);
    rig.hands.now += 10 * minute + second;

    expect(await use(rig, id)).toEqual(refused("expired"));
    rig.hands.now -= 9 * minute;
    expect(await use(rig, id)).toEqual(refused("expired"));
  });

  it("is refused if the clock is before its creation", async () => {
    const rig = approvalRig();
    const id = await approved(rig);
    rig.hands.now -= minute;

    expect(await use(rig, id)).toEqual(refused("expired"));
  });

  it("is valid to the last millisecond", async () => {
    const rig = approvalRig();
    const id = await approved(rig);
    rig.hands.now += 10 * minute - 1;

    expect(await use(rig, id)).toMatchObject({ kind: "consumed" });
  });

  it.each([
    ["the contract has drifted", { contract: "contract-2" }],
    ["the tool is held", { contract: undefined }],
    ["the policy is another", { policy: "policy-2" }],
    ["the requester may not call it any more", { mayCall: false }],
    ["the approver has lost the role", { approvers: ["otto"] }],
    ["more people have to say yes by now", { needed: 2 }],
  ])("is refused when %s", async (_, change) => {
    const rig = approvalRig();
    const id = await approved(rig);
    Object.assign(rig.world, change);

    expect(await use(rig, id)).toEqual(refused("changed"));
  });

  it("cannot be given by its requester", async () => {
    const rig = approvalRig();
    rig.world.approvers = ["ada", "olga"];
    const { id, digest } = await requested(rig);

    const verdict = { to: "approved", by: "ada", digest } as const;
    expect(await rig.approvals.decide(id, verdict)).toEqual({ kind: "own" });
    expect(await use(rig, id)).toEqual({ kind: "pending" });
  });

  it("is void in another tenant", async () => {
    const rig = approvalRig();
    const id = await approved(rig, proposal({ tenant: "north" }));

    expect(await use(rig, id, proposal({ tenant: "south" }))).toEqual(refused("unknown"));
  });
});

describe("case 50: an approval of another principal", () => {
  it("looks unknown, at use and at decision", async () => {
    const rig = approvalRig();
    const id = await approved(rig, proposal({ tenant: "north" }));
    const foreign = proposal({ tenant: "north", requester: "mallory" });
    const verdict = { to: "denied", by: "olga", tenant: "south" } as const;

    expect(await use(rig, id, foreign)).toEqual(await use(rig, "0".repeat(32), foreign));
    expect(await rig.approvals.decide(id, verdict)).toEqual(
      await rig.approvals.decide("0".repeat(32), verdict),
    );
  });

  it("has a unique id of 128 bits", async () => {
    const rig = approvalRig();
    const ids = new Set<string>();
    for (let amount = 0; amount < 10; amount += 1) {
      ids.add((await requested(rig, proposal({ arguments: { amount } }))).id);
    }

    expect(ids.size).toBe(10);
    expect([...ids].every((id) => Buffer.from(id, "hex").length === 16)).toBe(true);
  });
});

describe("case 52: input after approval", () => {
  const withAnswers = proposal({
    answers: { inputResponses: { size: { cm: 3 } }, requestState: "the tool's own" },
  });

  it("needs a new approval", async () => {
    const rig = approvalRig();
    const id = await approved(rig);
    await use(rig, id);

    expect(await use(rig, id, withAnswers)).toEqual(refused("changed"));
    expect(await requested(rig, withAnswers)).toMatchObject({ state: "pending" });
  });

  it("returns the answers that were shown", async () => {
    const rig = approvalRig();
    const id = await approved(rig, withAnswers);

    expect(await use(rig, id, withAnswers)).toMatchObject({
      kind: "consumed",
      inputResponses: { size: { cm: 3 } },
    });
  });

  it("is refused with another state of the tool", async () => {
    const rig = approvalRig();
    const id = await approved(rig, withAnswers);
    const answers = { ...withAnswers.answers, requestState: "another" };

    expect(await use(rig, id, { ...withAnswers, answers })).toEqual(refused("changed"));
  });
});
