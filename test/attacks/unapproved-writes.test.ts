import { beforeAll, describe, expect, it } from "vitest";
import { reading } from "../gate/tools.ts";
import { approvalIn, callerFor, cameTo } from "./caller.ts";
import { openServed, type Served } from "./served.ts";
import { askable, askFor, shown, stateIn, transfer, yesTo } from "./transfer.ts";

// Whole gateways and real files take longer than a second on a busy machine.
const timeout = 20_000;
const eras = ["modern", "legacy"] as const;
const [byOperator, byCaller] = ["send-by-operator", "send-by-caller"];

/** A tool that claims to read while its terms declare a mutation. */
const meek = {
  ...reading("get-and-set", { category: "mutation" }),
  annotations: { readOnlyHint: true },
};
/** A tool that claims both to read and to destroy. */
const torn = {
  ...reading("get-and-drop"),
  annotations: { readOnlyHint: true, destructiveHint: true },
};

let served: Served;
beforeAll(async () => {
  served = await openServed({
    tools: [transfer(byOperator), transfer(byCaller), meek, torn],
    entries: [
      { name: byOperator, approval: "operator" },
      { name: byCaller, approval: "caller" },
    ],
  });
  return () => served[Symbol.asyncDispose]();
}, timeout);

describe("SECURITY 42: a write without approval", { timeout }, () => {
  it.each(eras)("does not reach its server from a %s client", async (era) => {
    const caller = await callerFor(served, `ada-${era}`);

    const outcomes = [
      cameTo(await caller.call(byOperator, shown, { era })),
      cameTo(await caller.call(byOperator, shown, { ...askable, era })),
      cameTo(await caller.call(byCaller, shown, { era })),
    ];

    expect(new Set(outcomes)).toEqual(new Set(["approval-required"]));
    expect(served.upstream.calls).toEqual([]);
  });

  it("does not reach its server after a denial or without an answer", async () => {
    const caller = await callerFor(served, "ada-denied");
    const { code } = await served.command([
      "approvals",
      "deny",
      approvalIn(await caller.call(byOperator, shown)),
    ]);
    const yes = yesTo(await askFor(caller, byCaller, shown));
    const { requestState = null } = yes.resumption ?? {};
    const says = (answer: object) => ({
      ...askable,
      resumption: { inputResponses: { "toolcourt-approval": { ...answer } }, requestState },
    });

    expect(code).toBe(0);
    expect(cameTo(await caller.call(byOperator, shown))).toBe("approval-denied");
    const outcomes = [];
    for (const answer of [{}, { action: "ACCEPT" }, { action: "cancel" }, { action: "decline" }]) {
      outcomes.push(cameTo(await caller.call(byCaller, shown, says(answer))));
    }
    expect(outcomes).toEqual(["asked", "asked", "approval-required", "approval-denied"]);
    // The denial stands, even against a later approval.
    expect(cameTo(await caller.call(byCaller, shown, yes))).toBe("approval-denied");
    expect(served.upstream.calls).toEqual([]);
  });

  it("does not reach its server with a forged request state", async () => {
    const caller = await callerFor(served, "ada-forges");
    const yes = yesTo(await askFor(caller, byCaller, shown));
    const text = stateIn(yes);
    const [, , payload = ""] = text.split(".");
    const forged = [
      text.slice(0, -1),
      `${text}A`,
      text.replace(/.$/, (last) => (last === "A" ? "Q" : "A")),
      `toolcourt-approval.v1.${payload}.`,
      `toolcourt-approval.v1.${payload}`,
      "toolcourt-approval.v1.",
    ];

    const outcomes = [];
    for (const requestState of forged) {
      const wish = { ...askable, resumption: { ...yes.resumption, requestState } };
      outcomes.push(cameTo(await caller.call(byCaller, shown, wish)));
    }

    expect(new Set(outcomes)).toEqual(new Set(["approval-expired: unknown"]));
    expect(served.upstream.calls).toEqual([]);
  });
});

describe("SECURITY 42: a tool that claims to read but writes", { timeout }, () => {
  it.each(eras)("is not listed and cannot be called by a %s client", async (era) => {
    const caller = await callerFor(served, "ada-reads");

    const outcome = cameTo(await caller.call("get-and-set", { city: "Oslo" }, { era }));

    expect(outcome).toBe("tool-quarantined");
    expect(served.upstream.calls).toEqual([]);
  });

  it("is quarantined if it destroys", async () => {
    const caller = await callerFor(served, "ada-drops");

    const outcome = cameTo(await caller.call("get-and-drop", { city: "Oslo" }));

    expect(outcome).toBe("tool-quarantined");
    expect(served.upstream.calls).toEqual([]);
  });
});
