import { beforeAll, describe, expect, it } from "vitest";
import { approvalIn, type Caller, callerFor, cameTo, type Wish } from "./caller.ts";
import { openServed, type Served } from "./served.ts";
import { approve, askFor, shown, stateIn, transfer, yesTo } from "./transfer.ts";

// Whole gateways and real files take longer than a second on a busy machine.
const timeout = 20_000;
const [byOperator, byCaller] = ["send-by-operator", "send-by-caller"];
const approvalKey = "dev.toolcourt/approval";

let served: Served;
let ada: Caller;
let eve: Caller;
beforeAll(async () => {
  served = await openServed({
    tools: [transfer(byOperator), transfer(byCaller)],
    entries: [
      { name: byOperator, approval: "operator" },
      { name: byCaller, approval: "caller" },
    ],
  });
  ada = await callerFor(served, "ada");
  eve = await callerFor(served, "eve");
  return () => served[Symbol.asyncDispose]();
}, timeout);

/** Returns every part of an answer that could distinguish two handles. */
async function answerTo(caller: Caller, name: string, wish: Wish): Promise<string> {
  return JSON.stringify(await caller.call(name, shown, wish));
}

function naming(id: string): Wish {
  return { meta: { [approvalKey]: id } };
}

/** Performs every operation on a session and returns the answers. */
async function useSession(caller: Caller, id: string): Promise<readonly Answer[]> {
  const headers = { "mcp-session-id": id, "mcp-protocol-version": "2025-11-25" };
  const accept = "application/json, text/event-stream";
  const requests: readonly RequestInit[] = [
    {
      method: "POST",
      headers: { ...headers, accept, "content-type": "application/json" },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    },
    { method: "GET", headers: { ...headers, accept: "text/event-stream" } },
    { method: "DELETE", headers },
  ];
  const answers = [];
  for (const request of requests) {
    const response = await caller.send({ ...request, signal: AbortSignal.timeout(5_000) });
    answers.push({ status: response.status, text: await response.text() });
  }
  return answers;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

describe("SECURITY 50: a handle of another principal", { timeout }, () => {
  it("for an approval is indistinguishable from an unknown one", async () => {
    const id = approvalIn(await ada.call(byOperator, shown));
    expect(await approve(served, id)).toBe(0);
    const before = served.upstream.calls.length;

    const foreign = await answerTo(eve, byOperator, naming(id));
    const unknown = await answerTo(eve, byOperator, naming("0".repeat(32)));

    expect(foreign).toBe(unknown);
    expect(foreign).not.toContain(id);
    expect(served.upstream.calls).toHaveLength(before);
    expect(cameTo(await ada.call(byOperator, shown))).toBe("answered");
  });

  it("for a request state is indistinguishable from an unsigned one", async () => {
    const yes = yesTo(await askFor(ada, byCaller, shown));
    const forged = stateIn(yes).replace(/[\w-]{43}$/, "A".repeat(43));
    const before = served.upstream.calls.length;

    const foreign = await answerTo(eve, byCaller, yes);
    const unknown = await answerTo(eve, byCaller, {
      ...yes,
      resumption: { ...yes.resumption, requestState: forged },
    });

    expect(foreign).toContain('"because":"unknown"');
    expect(foreign).toBe(unknown);
    expect(served.upstream.calls).toHaveLength(before);
    expect(cameTo(await ada.call(byCaller, shown, yes))).toBe("answered");
  });

  it("for a session is indistinguishable from an unknown one", async () => {
    const session = await ada.greet();
    const foreign = await useSession(eve, session);

    expect(foreign).toEqual(await useSession(eve, "0".repeat(session.length)));
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404]);
    // The session is unaffected.
    const headers = { "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" };
    expect((await ada.send({ method: "DELETE", headers })).status).toBe(200);
  });

  it("cannot be guessed: every handle has at least 128 random bits", async () => {
    const ids = [];
    for (let amount = 1; amount <= 5; amount += 1) {
      ids.push(approvalIn(await eve.call(byOperator, { ...shown, amount })));
    }
    const sessions = [await eve.greet(), await eve.greet()];

    expect(ids.every((id) => /^[\da-f]{32}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    // A UUID has 122 random bits. A session id consists of two.
    expect(sessions.every((id) => id.replaceAll("-", "").length === 64)).toBe(true);
    expect(new Set(sessions).size).toBe(2);
    // They share no prefix that would help to guess the next one.
    expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(ids.length);
  });
});
