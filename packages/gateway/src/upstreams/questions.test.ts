import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { answerTo } from "@toolcourt/testing/fake-upstream";
import { describe, expect, it } from "vitest";
import { Questions } from "./questions.ts";
import { firstId, ResponseMatcher } from "./response-matcher.ts";
import { type Asking, askings, type CallerChannel, type InputRequest } from "./upstream.ts";

const cancelled = { result: { action: "cancel" } };
const nobody = { error: { code: -32_601, message: "No caller can be asked." } };

interface Setting {
  readonly allowedRequests?: readonly Asking[];
  readonly isModern?: boolean;
}

function setUp({ allowedRequests = askings, isModern = false }: Setting = {}) {
  const clock = createFakeClock();
  const matcher = new ResponseMatcher({ clock, listeners: {} });
  const replies: JSONRPCMessage[] = [];
  const reply = async (message: JSONRPCMessage): Promise<void> => {
    replies.push(message);
  };
  matcher.onQuestion(new Questions({ allowedRequests, reply, isModern: () => isModern }));
  return {
    clock,
    matcher,
    replies,
    wait: (id: number, ask?: CallerChannel["ask"]): void => {
      const channel: CallerChannel = { capabilities: {}, ...(ask && { ask }) };
      void answerTo(matcher, id, { channel }).catch(() => undefined);
    },
    asks: (id: number | string, method = "elicitation/create", via?: number): boolean => {
      const params = { message: "Sure?", _meta: { progressToken: 7 } };
      return matcher.take({ jsonrpc: "2.0", id, method, params }, via);
    },
  };
}

/** Lets all runnable promises continue. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

const accepts = async (): Promise<{ action: string }> => ({ action: "accept" });
const never = (): Promise<never> => new Promise(() => undefined);

describe("a legacy server's question", () => {
  it("goes to the caller on whose response it came, and is answered under the server's id", async () => {
    const { wait, asks, replies } = setUp();
    const received: InputRequest[] = [];
    wait(firstId, never);
    wait(firstId + 1, async (request) => {
      received.push(request);
      return { action: "accept", content: { sure: true } };
    });
    asks("q-1", "elicitation/create", firstId + 1);
    await settled();

    expect(received).toEqual([{ method: "elicitation/create", params: { message: "Sure?" } }]);
    expect(replies).toEqual([
      { jsonrpc: "2.0", id: "q-1", result: { action: "accept", content: { sure: true } } },
    ]);
  });

  it("goes to the only caller if responses share a stream", async () => {
    const { wait, asks, replies } = setUp();
    wait(firstId, accepts);
    asks(0);
    await settled();
    wait(firstId + 1, accepts);
    asks(1);
    await settled();

    expect(replies).toMatchObject([
      { id: 0, result: { action: "accept" } },
      { id: 1, ...cancelled },
    ]);
  });

  it("goes to no caller if it may concern the call of one that has left", async () => {
    const { clock, matcher, wait, asks, replies } = setUp();
    wait(firstId, never);
    wait(firstId + 1, accepts);
    matcher.fail(firstId, new Error("The caller left."));
    asks(1);
    asks(2, "elicitation/create", firstId + 1);
    await clock.advance(60_000);
    asks(3);
    await settled();

    expect(replies).toMatchObject([
      { id: 1, ...cancelled },
      { id: 2, result: { action: "accept" } },
      { id: 3, result: { action: "accept" } },
    ]);
  });

  it("goes to the only remaining caller once the server has answered the one that left", async () => {
    const { matcher, wait, asks, replies } = setUp();
    wait(firstId, never);
    wait(firstId + 1, accepts);
    matcher.fail(firstId, new Error("The caller left."));
    matcher.take({ jsonrpc: "2.0", id: firstId, result: {} });
    asks(1);
    await settled();

    expect(replies).toMatchObject([{ id: 1, result: { action: "accept" } }]);
  });

  it.each([
    { method: "elicitation/create", content: cancelled },
    { method: "sampling/createMessage", content: nobody },
    { method: "roots/list", content: nobody },
  ])("is answered at once if no caller can be asked: $method", async ({ method, content }) => {
    const { wait, asks, replies } = setUp({ allowedRequests: [] });
    wait(firstId, accepts);
    asks("not allowed", method, firstId);
    asks("of nobody", method, firstId + 7);
    const allowed = setUp();
    allowed.wait(firstId);
    allowed.wait(firstId + 1, async () => Promise.reject(new Error("hunter2")));
    allowed.asks("no way to ask", method, firstId);
    allowed.asks("the way fails", method, firstId + 1);
    await settled();

    expect([...replies, ...allowed.replies]).toEqual(
      ["not allowed", "of nobody", "no way to ask", "the way fails"].map((id) => ({
        jsonrpc: "2.0",
        id,
        ...content,
      })),
    );
  });

  it("is canceled when the call is over", async () => {
    const { matcher, wait, asks, replies } = setUp();
    let seen: AbortSignal | undefined;
    wait(firstId, (_request, signal) => {
      seen = signal;
      return never();
    });
    asks("q", "elicitation/create", firstId);
    await settled();
    matcher.fail(firstId, new Error("The caller left."));
    await settled();

    expect(seen?.aborted).toBe(true);
    expect(replies).toMatchObject([{ id: "q", ...cancelled }]);
  });

  it("is neither asked nor answered once the server has withdrawn it", async () => {
    const { matcher, wait, asks, replies } = setUp();
    wait(firstId, never);
    asks("q", "elicitation/create", firstId);
    const params = { requestId: "q" };
    matcher.take({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    await settled();

    expect(replies).toEqual([]);
  });

  it("is limited in number", async () => {
    const { wait, asks, replies } = setUp();
    let asked = 0;
    wait(firstId, () => {
      asked += 1;
      return never();
    });
    for (let id = 0; id < 10_000; id += 1) asks(id, "elicitation/create", firstId);
    await settled();

    expect(asked).toBe(16);
    expect(replies).toHaveLength(48);
  });

  it("is left to the SDK if it is a ping or from a modern server", () => {
    expect(setUp().asks(0, "ping")).toBe(false);
    expect(setUp({ isModern: true }).asks(0)).toBe(false);
  });
});
