import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { beforeAll, describe, expect, it } from "vitest";
import { approvalIn, type Caller, callerFor, cameTo } from "./caller.ts";
import { openServed, type Served } from "./served.ts";
import { approve, askFor, shown, transfer, yesTo } from "./transfer.ts";

// Whole gateways and real files take longer than a second on a busy machine.
const timeout = 20_000;

let served: Served;
beforeAll(async () => {
  const names = [
    "send-by-operator",
    "send-all-by-operator",
    "send-by-caller",
    "send-all-by-caller",
  ];
  served = await openServed({
    tools: names.map((name) => transfer(name)),
    entries: names.map((name) => ({
      name,
      approval: name.endsWith("caller") ? "caller" : "operator",
    })),
  });
  return () => served[Symbol.asyncDispose]();
}, timeout);

/** Returns the arguments of all calls for one recipient. */
function ranFor(to: string): readonly JsonObject[] {
  const given = served.upstream.calls.map((params) => own(params, "arguments"));
  return given.filter(isJsonObject).filter((each) => each["to"] === to);
}

let callers = 0;
/** Returns a fresh caller, isolated from the requests of other tests. */
async function newCaller(): Promise<{ readonly caller: Caller; readonly to: string }> {
  callers += 1;
  return { caller: await callerFor(served, `ada-${callers}`), to: `grace-${callers}` };
}

/** Returns the arguments as a client would write them. */
function written(text: string, to: string): JsonObject {
  const value = parseJson(text.replace("TO", to));
  if (!isJsonObject(value)) throw new TypeError("These are no arguments.");
  return value;
}

const approved = '{"amount":1,"note":"caf\u{e9}","to":"TO"}';

const others = [
  ["a changed value", '{"amount":2,"note":"caf\u{e9}","to":"TO"}'],
  ["an added field", '{"amount":1,"note":"caf\u{e9}","to":"TO","cc":"eve"}'],
  ["another value than the default", '{"amount":1,"note":"caf\u{e9}","to":"TO","urgent":true}'],
  ["null instead of nothing", '{"amount":1,"cc":null,"note":"caf\u{e9}","to":"TO"}'],
  ["nothing instead of a value", '{"amount":1,"to":"TO"}'],
  ["the other normal form", '{"amount":1,"note":"cafe\u{301}","to":"TO"}'],
  ["a hidden character", '{"amount":1,"note":"caf\u{e9}\u{200b}","to":"TO"}'],
] as const;

const same = [
  ["another order of keys", '{"to":"TO","note":"caf\\u00e9","amount":1}'],
  ["1.0 for 1", '{"amount":1.0,"note":"caf\u{e9}","to":"TO"}'],
  ["the default that was shown", '{"amount":1,"note":"caf\u{e9}","to":"TO","urgent":false}'],
] as const;

describe("SECURITY 44: approve A, execute B, with the operator's approval", { timeout }, () => {
  const eras = ["modern", "legacy"] as const;

  it("only A runs, and only once", async () => {
    const { caller, to } = await newCaller();
    const asked = await caller.call("send-by-operator", written(approved, to));
    expect(await approve(served, approvalIn(asked))).toBe(0);

    for (const [what, text] of others) {
      for (const era of eras) {
        const b = await caller.call("send-by-operator", written(text, to), { era });
        expect({ what, outcome: cameTo(b) }).toEqual({ what, outcome: "approval-required" });
        expect(approvalIn(b)).not.toBe(approvalIn(asked));
      }
    }
    expect(ranFor(to)).toEqual([]);

    const a = () => caller.call("send-by-operator", written(approved, to));
    expect([cameTo(await a()), cameTo(await a())]).toEqual(["answered", "approval-required"]);
    expect(ranFor(to)).toEqual([{ ...shown, to }]);
  });

  it("another tool does not run", async () => {
    const { caller, to } = await newCaller();
    const given = written(approved, to);
    await approve(served, approvalIn(await caller.call("send-by-operator", given)));

    const other = await caller.call("send-all-by-operator", given);

    expect(cameTo(other)).toBe("approval-required");
    expect(ranFor(to)).toEqual([]);
  });

  it("the same tool of another connection does not run", async () => {
    await using twins = await openServed({
      tools: [transfer("send")],
      entries: ["weather", "other"].map((server) => ({
        name: "send",
        server,
        approval: "operator",
      })),
      twin: "other",
    });
    const caller = await callerFor(twins, "ada");
    await approve(twins, approvalIn(await caller.call("weather__send", shown)));

    const there = await caller.call("other__send", shown);

    expect(cameTo(there)).toBe("approval-required");
    expect(twins.upstream.calls).toEqual([]);
    expect(cameTo(await caller.call("weather__send", shown))).toBe("answered");
  });

  it.each(same)("%s is the same bytes and runs as shown", async (_, text) => {
    const { caller, to } = await newCaller();
    const asked = await caller.call("send-by-operator", written(approved, to));
    await approve(served, approvalIn(asked));

    const again = await caller.send(rawCall("send-by-operator", text.replace("TO", to)));

    expect(await again.text()).toContain('"celsius":21');
    expect(ranFor(to)).toEqual([{ ...shown, to }]);
    // The stored bytes run, with their key order.
    expect(ranFor(to).map((given) => Object.keys(given))).toEqual([Object.keys(shown)]);
  });
});

/** Returns a call with its arguments verbatim, which `JSON.stringify` would not preserve. */
function rawCall(name: string, given: string): RequestInit {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
  };
  const params = `{"name":"${name}","arguments":${given}}`;
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
  return { method: "POST", headers, body };
}

describe("SECURITY 44: approve A, execute B, with the caller's approval", { timeout }, () => {
  it.each(others)("%s does not run, and A still runs once", async (_, text) => {
    const { caller, to } = await newCaller();
    const given = written(approved, to);
    const yes = yesTo(await askFor(caller, "send-by-caller", given));

    const b = await caller.call("send-by-caller", written(text, to), yes);

    expect(cameTo(b)).toBe("approval-expired: changed");
    expect(ranFor(to)).toEqual([]);
    const a = () => caller.call("send-by-caller", given, yes);
    expect([cameTo(await a()), cameTo(await a())]).toEqual(["answered", "approval-expired: used"]);
    expect(ranFor(to)).toEqual([{ ...shown, to }]);
  });

  it.each(["send-all-by-caller", "send-by-operator"])(
    "another tool does not run: %s",
    async (other) => {
      const { caller, to } = await newCaller();
      const given = written(approved, to);
      const yes = yesTo(await askFor(caller, "send-by-caller", given));

      const b = await caller.call(other, given, yes);

      expect(cameTo(b)).toBe("approval-expired: changed");
      expect(ranFor(to)).toEqual([]);
    },
  );

  it.each(same)("%s is the same bytes and runs as shown", async (_, text) => {
    const { caller, to } = await newCaller();
    const yes = yesTo(await askFor(caller, "send-by-caller", written(approved, to)));

    const again = await caller.call("send-by-caller", written(text, to), yes);

    expect(cameTo(again)).toBe("answered");
    expect(ranFor(to)).toEqual([{ ...shown, to }]);
  });
});
