import { type InnerCalls, parseJson, type Tool, type ToolContext } from "@toolcourt/sdk";
import { checkTool, toolContext } from "@toolcourt/sdk/testing";
import { memoryRuns } from "@toolcourt/workflows";
import { describe, expect, it } from "vitest";
import { createRestock } from "./restock.ts";
import { getStock, placeOrder } from "./stock-tools.ts";

/** Calls the example's tools directly, without a gateway. */
function directCalls(): InnerCalls & { readonly called: readonly string[] } {
  const tools = new Map<string, Tool>([getStock, placeOrder].map((tool) => [tool.name, tool]));
  const called: string[] = [];
  return {
    called,
    call: async (name, args) => {
      called.push(name);
      const { data, error } = (await tools.get(name)?.invoke(args, toolContext())) ?? {};
      return {
        structured: parseJson(JSON.stringify({ data })),
        content: [],
        isError: error !== undefined,
        callId: `call-${called.length}`,
      };
    },
  };
}

async function restock(enough: number, context: Partial<ToolContext> = {}) {
  const calls = directCalls();
  const tool = createRestock(memoryRuns());
  const { data } = await tool.invoke({ item: "pen", enough }, toolContext({ calls, ...context }));
  return { data, called: calls.called };
}

describe("restock-item", () => {
  it("orders the missing items", async () => {
    expect(await restock(10)).toEqual({
      data: { ordered: 7, order: "pen-7" },
      called: ["get-stock", "place-order"],
    });
  });

  it("orders nothing if the stock is sufficient", async () => {
    expect(await restock(2)).toEqual({ data: { ordered: 0 }, called: ["get-stock"] });
  });

  it("passes the whole checklist", async () => {
    const context = { calls: directCalls() };

    const report = await checkTool(createRestock(memoryRuns()), { context });

    expect(report.items.filter(({ verdict }) => verdict === "failed")).toEqual([]);
  });
});
