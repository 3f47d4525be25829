import { openGateway } from "@toolcourt/gateway";
import { describeLimitStore } from "@toolcourt/gateway/store-suites";
import { defineTool, hints } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openSqliteLimits } from "./sqlite-limits.ts";

// The suite of @toolcourt/gateway states what a limit store promises. Ours is done when it passes.
describeLimitStore(async () => {
  const clock = createFakeClock();
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await openFolder());
  const path = `${folder.path}/limits.db`;
  const first = stack.use(openSqliteLimits(path, clock));
  const second = stack.use(openSqliteLimits(path, clock));
  return { first, second, pass: clock.advance, [Symbol.asyncDispose]: () => stack.disposeAsync() };
});

const rollDice = defineTool({
  name: "roll-dice",
  description: "Rolls one die. Use it when a game asks for a number. For example: roll a die.",
  version: "1.0.0",
  permissions: [],
  parameters: z.object({}),
  result: z.object({ points: z.int().min(1).max(6).describe("Points of the die") }),
  category: "query",
  responseTime: "fast",
  cacheable: false,
  idempotent: true,
  rateLimit: { maxCalls: 2, windowMs: 60_000 },
  examples: [{ description: "One roll", params: {}, expectedResult: { points: 4 } }],
  tags: ["games"],
  handler: () => ({
    data: { points: 4 },
    agentHints: hints({
      confidence: [{ name: "fair die", value: 1 }],
      sourceQuality: "high",
      validityPeriod: "short",
    }),
  }),
});

describe("two gateways with one limit store", { timeout: 30_000 }, () => {
  it("count the calls of a tool together", async () => {
    const clock = createFakeClock();
    await using folder = await openFolder({
      "toolcourt.yaml": "toolbox: { local: [] }\nstores: { url: 'memory:' }\n",
    });
    await using limits = openSqliteLimits(`${folder.path}/limits.db`, clock);
    const options = { folder: folder.path, tools: [rollDice], shared: { limits } };
    await using first = await openGateway(options);
    await using second = await openGateway(options);
    const call = { tool: "roll-dice" };

    const answers = [await first.callTool(call), await second.callTool(call)];
    const third = await first.callTool(call);

    expect(answers).toMatchObject([{ isError: false }, { isError: false }]);
    expect(third).toMatchObject({ _meta: { "dev.toolcourt/refusal": { code: "rate-limited" } } });
  });
});
