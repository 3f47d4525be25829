import { rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { approvalIn, type Caller, callerFor, cameTo } from "./caller.ts";
import { defaultPolicy, openServed, type Served } from "./served.ts";
import { approve, askFor, shown, transfer, yesTo } from "./transfer.ts";

// Whole gateways and real files take longer than a second on a busy machine.
const timeout = 20_000;
const second = 1_000;
const minute = 60 * second;
const [byOperator, byCaller] = ["send-by-operator", "send-by-caller"];

function open(): Promise<Served> {
  return openServed({
    tools: [transfer(byOperator), transfer(byCaller)],
    entries: [
      { name: byOperator, approval: "operator" },
      { name: byCaller, approval: "caller" },
    ],
  });
}

let served: Served;
beforeAll(async () => {
  served = await open();
  return () => served[Symbol.asyncDispose]();
}, timeout);

let callers = 0;
function newCaller(claims: object = {}): Promise<Caller> {
  callers += 1;
  return callerFor(served, `ada-${callers}`, claims);
}

/** Returns a caller with an operator's approval for a call not made yet. */
async function approved(from: Served = served, caller?: Caller): Promise<Caller> {
  const requester = caller ?? (await newCaller());
  expect(await approve(from, approvalIn(await requester.call(byOperator, shown)))).toBe(0);
  return requester;
}

/** Asserts that the calls do not reach the server and returns the outcome. */
async function withheld(calls: () => Promise<string>, from: Served = served): Promise<string> {
  const before = from.upstream.calls.length;
  const outcome = await calls();
  expect(from.upstream.calls).toHaveLength(before);
  return outcome;
}

describe("SECURITY 45: an approval is void", { timeout }, () => {
  it("before its creation and a second after it expires, and stays so when the clock is turned back", async () => {
    await using own = await open();
    const caller = await callerFor(own, "ada");
    await approved(own, caller);
    const late = yesTo(await askFor(caller, byCaller, shown));
    const call = async () => cameTo(await caller.call(byOperator, shown));
    const answer = async () => cameTo(await caller.call(byCaller, shown, late));

    own.hands.turn(-minute);
    expect(await withheld(call, own)).toBe("approval-expired: expired");
    own.hands.turn(minute + 10 * minute + second);

    expect(await withheld(call, own)).toBe("approval-required");
    expect(await withheld(answer, own)).toBe("approval-expired: expired");
    own.hands.turn(-10 * minute);
    expect(await withheld(call, own)).toBe("approval-required");
    expect(await withheld(answer, own)).toBe("approval-expired: expired");
  });

  it("after a contract change: the tool is held, and its new contract needs a new approval", async () => {
    await using own = await open();
    const caller = await approved(own, await callerFor(own, "ada"));
    const yes = yesTo(await askFor(caller, byCaller, shown));
    const drifted = [byOperator, byCaller].map((name) => ({ ...transfer(name), title: "Send" }));
    own.upstream.offer(drifted);

    await own.restart();

    const calls = async () => [
      cameTo(await caller.call(byOperator, shown)),
      cameTo(await caller.call(byCaller, shown, yes)),
    ];
    const held = await withheld(async () => JSON.stringify(await calls()), own);
    expect(held).toBe(JSON.stringify(["tool-quarantined", "tool-quarantined"]));
    // The operator accepts the new contracts as they are.
    await rm(join(own.folder.path, "toolcourt.lock"));
    await own.restart();
    const anew = await withheld(async () => JSON.stringify(await calls()), own);
    expect(anew).toBe(JSON.stringify(["approval-required", "approval-expired: changed"]));
  });

  it("after a policy change", async () => {
    await using own = await open();
    const caller = await approved(own, await callerFor(own, "ada"));
    const yes = yesTo(await askFor(caller, byCaller, shown));
    await own.folder.write("policy.yaml", `# another version\n${defaultPolicy}`);

    await own.restart();

    const call = async () => cameTo(await caller.call(byOperator, shown));
    expect(await withheld(call, own)).toBe("approval-required");
    const answer = async () => cameTo(await caller.call(byCaller, shown, yes));
    expect(await withheld(answer, own)).toBe("approval-expired: changed");
  });

  it("when the requester may no longer call the tool", async () => {
    const requester = "ada-who-changes-jobs";
    const before = await callerFor(served, requester);
    await approved(served, before);
    const after = await callerFor(served, requester, { roles: ["gardener"] });

    const call = async () => cameTo(await after.call(byOperator, shown));
    expect(await withheld(call)).toBe("tool-unknown");
  });

  it("when its requester approved it", async () => {
    const caller = await callerFor(served, "ada-who-approves");
    const asked = await caller.call(byOperator, shown);

    expect(await approve(served, approvalIn(asked), "login:ada-who-approves")).toBe(1);

    const call = async () => cameTo(await caller.call(byOperator, shown));
    expect(await withheld(call)).toBe("approval-required");
  });

  it("when its requester answers a question that was never asked", async () => {
    const caller = await newCaller();
    const yes = yesTo(await askFor(caller, byCaller, shown));

    const call = async () => cameTo(await caller.call(byOperator, shown, yes));
    expect(await withheld(call)).toBe("approval-expired: changed");
  });

  it("in another tenant", async () => {
    const north = await callerFor(served, "ada-of-two", { tenant: "north" });
    const south = await callerFor(served, "ada-of-two", { tenant: "south" });
    await approved(served, north);
    const yes = yesTo(await askFor(north, byCaller, shown));

    const call = async () => cameTo(await south.call(byOperator, shown));
    expect(await withheld(call)).toBe("approval-required");
    const answer = async () => cameTo(await south.call(byCaller, shown, yes));
    expect(await withheld(answer)).toBe("approval-expired: unknown");
    expect(cameTo(await north.call(byOperator, shown))).toBe("answered");
  });
});
