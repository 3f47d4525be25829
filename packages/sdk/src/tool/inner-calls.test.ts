import { describe, expect, it } from "vitest";
import { z } from "zod";
import { hints } from "../result/build-hints.ts";
import { toolContext } from "../testing/tool-context.ts";
import type { HandlerContext } from "./context.ts";
import { defineTool } from "./define-tool.ts";
import { InnerCallError, type InnerCalls } from "./inner-calls.ts";

const agentHints = hints({
  confidence: [{ name: "exact", value: 1 }],
  sourceQuality: "high",
  validityPeriod: "short",
});

/** Returns a tool whose handler calls another tool and returns a count. */
function counting(handle: (context: HandlerContext) => Promise<number>) {
  return defineTool({
    name: "count-cards",
    description: "Returns how many cards there are.",
    version: "1.0.0",
    permissions: [],
    parameters: z.object({}),
    result: z.object({ count: z.number() }),
    category: "query",
    responseTime: "fast",
    cacheable: false,
    idempotent: true,
    examples: [{ description: "Two", params: {}, expectedResult: { count: 2 } }],
    tags: ["cards"],
    steps: ["list-cards"],
    handler: async (_, context) => ({ data: { count: await handle(context) }, agentHints }),
  });
}

const callsOf = (call: InnerCalls["call"]): InnerCalls => ({ call });

describe("inner calls", () => {
  it("reach the handler unchanged", async () => {
    const calls = callsOf(async (tool) => ({
      structured: [tool, "and another"],
      content: [],
      isError: false,
      callId: "c-1",
    }));
    const tool = counting(async (context) => {
      const answer = await context.calls?.call("list-cards", {});
      return Array.isArray(answer?.structured) ? answer.structured.length : 0;
    });

    const { data } = await tool.invoke({}, toolContext({ calls }));

    expect(data).toEqual({ count: 2 });
  });

  it("are undefined in a context without them", async () => {
    const tool = counting(async ({ calls }) => (calls === undefined ? 0 : 1));

    expect((await tool.invoke({}, toolContext())).data).toEqual({ count: 0 });
  });

  it("appear in the contract by tool name", () => {
    const { terms, asReceived } = counting(async () => 0).contract;

    expect(terms.steps).toEqual(["list-cards"]);
    expect(JSON.stringify(asReceived)).toContain('"steps":["list-cards"]');
  });

  it("pass the refusal to the caller if the handler does not catch it", async () => {
    const refusal = new InnerCallError("rate-limited", "list-cards is being called too often.", {
      retryable: true,
    });
    const tool = counting(async () => {
      throw refusal;
    });

    const { error } = await tool.invoke({}, toolContext());

    expect(error).toMatchObject({
      class: "business",
      code: "rate-limited",
      message: "list-cards is being called too often.",
      retryable: true,
    });
  });

  it.each([
    ["two\nlines", "rate-limited"],
    ["One line.", "Not A Code"],
  ])("withhold a malformed message or code: %j %s", async (message, code) => {
    const tool = counting(async () => {
      throw new InnerCallError(code, message);
    });

    expect((await tool.invoke({}, toolContext())).error?.code).toBe("tool-failed");
  });
});
