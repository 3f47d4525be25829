import { expectTypeOf } from "vitest";
import { z } from "zod";
import { hints } from "../result/build-hints.ts";
import type { AgentHints } from "../result/hints.ts";
import { toolContext } from "../testing/tool-context.ts";
import { defineTool } from "./define-tool.ts";
import type { Tool } from "./tool.ts";

const agentHints = hints({ confidence: [], sourceQuality: "high", validityPeriod: "short" });

const base = {
  name: "get-forecast",
  description: "Returns the weather.",
  version: "1.0.0",
  permissions: [],
  parameters: z.object({
    city: z.string().brand("City"),
    days: z.int().min(1).max(7).default(1),
  }),
  result: z.object({ celsius: z.number(), unit: z.string().default("C") }),
  responseTime: "medium",
  idempotent: true,
  examples: [
    { description: "Geneva", params: { city: "Geneva" }, expectedResult: { celsius: 21 } },
  ],
  tags: ["weather"],
} as const;

const handler = () => ({ data: { celsius: 21 }, agentHints });

// The handler sees defaults applied in its params, and may omit them in its result.
const forecast = defineTool({
  ...base,
  category: "query",
  cacheable: true,
  cacheTTL: 60,
  handler: (params, context) => {
    expectTypeOf(params).toEqualTypeOf<{ city: string & z.$brand<"City">; days: number }>();
    expectTypeOf(context.signal).toEqualTypeOf<AbortSignal>();
    expectTypeOf(context.userId).toEqualTypeOf<string | null>();
    expectTypeOf(context.permissions).toEqualTypeOf<readonly string[]>();
    return { data: { celsius: 21 }, agentHints };
  },
});

// Any tool is assignable to `Tool`, and its holder cannot bypass the checks.
expectTypeOf(forecast).toExtend<Tool>();
expectTypeOf(forecast).not.toHaveProperty("handler");

// Checking the error first narrows the data.
const result = await forecast.invoke({}, toolContext());
if (result.error === undefined) {
  expectTypeOf(result.data).toEqualTypeOf<{ celsius: number; unit: string }>();
} else {
  expectTypeOf(result.data).toEqualTypeOf<null>();
}
expectTypeOf(result.agentHints).toEqualTypeOf<AgentHints>();

// A handler may be asynchronous.
defineTool({
  ...base,
  category: "analysis",
  cacheable: false,
  handler: async () => handler(),
});

// A mutation may declare that it cannot be undone.
defineTool({ ...base, category: "mutation", effect: "destroy", cacheable: false, handler });

defineTool({
  ...base,
  category: "query",
  cacheable: false,
  // @ts-expect-error the data must match the result schema
  handler: () => ({ data: { celsius: "21" }, agentHints }),
});

defineTool({
  ...base,
  category: "query",
  cacheable: false,
  // @ts-expect-error hints are never left out
  handler: () => ({ data: { celsius: 21 } }),
});

// @ts-expect-error a tool that changes something is never cached
defineTool({ ...base, category: "mutation", cacheable: true, cacheTTL: 60, handler });

// @ts-expect-error a result that may be cached says for how long
defineTool({ ...base, category: "query", cacheable: true, handler });

// @ts-expect-error a result that may not be cached has no time to live
defineTool({ ...base, category: "query", cacheable: false, cacheTTL: 60, handler });

// @ts-expect-error what changes something does not merely read
defineTool({ ...base, category: "mutation", effect: "read", cacheable: false, handler });

// @ts-expect-error only a mutation has an effect to speak of
defineTool({ ...base, category: "query", effect: "write", cacheable: false, handler });

defineTool({
  ...base,
  category: "query",
  cacheable: false,
  // @ts-expect-error the params of an example must fit
  examples: [{ description: "Geneva", params: { town: "Geneva" }, expectedResult: { celsius: 1 } }],
  handler,
});

defineTool({
  ...base,
  category: "query",
  cacheable: false,
  // @ts-expect-error the result of an example must fit
  examples: [{ description: "Geneva", params: { city: "Geneva" }, expectedResult: { kelvin: 1 } }],
  handler,
});

// @ts-expect-error there is at least one example
defineTool({ ...base, category: "query", cacheable: false, examples: [], handler });

// @ts-expect-error there is at least one tag
defineTool({ ...base, category: "query", cacheable: false, tags: [], handler });
