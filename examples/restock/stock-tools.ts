import { defineTool, hints, hintsForChange, hintsForFound } from "@toolcourt/sdk";
import { z } from "zod";

const counted = [{ name: "counted this morning", value: 1 }];
const item = z.string().min(1).max(40).describe("Name of the item");

export const stock = z.object({ count: z.int().min(0).describe("How many there are") });
export const placed = z.object({ order: z.string().max(40).describe("Id of the order") });

const shelf: Readonly<Record<string, number>> = { pen: 3, paper: 40 };

export const getStock = defineTool({
  name: "get-stock",
  description:
    "Returns how many of an item are in stock. Use it before something is ordered. Returns a count. For example: how many pens are there?",
  version: "1.0.0",
  permissions: [],
  parameters: z.object({ item }),
  result: stock,
  category: "query",
  responseTime: "fast",
  cacheable: false,
  idempotent: true,
  examples: [{ description: "Pens", params: { item: "pen" }, expectedResult: { count: 3 } }],
  tags: ["stock"],
  handler: ({ item: name }) => ({
    data: { count: shelf[name] ?? 0 },
    agentHints: hintsForFound({ type: "item", id: name, label: name }, { confidence: counted }),
  }),
});

export const placeOrder = defineTool({
  name: "place-order",
  description:
    "Orders an item from the supplier. Use it when the stock is low. Returns the id of the order. For example: order seven pens.",
  version: "1.0.0",
  permissions: [],
  parameters: z.object({ item, count: z.int().min(1).max(100).describe("How many to order") }),
  result: placed,
  category: "mutation",
  effect: "write",
  responseTime: "medium",
  cacheable: false,
  idempotent: false,
  examples: [
    {
      description: "Seven pens",
      params: { item: "pen", count: 7 },
      expectedResult: { order: "pen-7" },
    },
  ],
  tags: ["stock"],
  handler: ({ item: name, count }) => ({
    data: { order: `${name}-${count}` },
    agentHints: hintsForChange(
      { type: "order", id: `${name}-${count}`, label: `${count} of ${name}` },
      { confidence: counted },
    ),
  }),
});

export const restockHints = hints({
  confidence: counted,
  sourceQuality: "high",
  validityPeriod: "short",
  reasoning: "The stock was counted, and what was missing was ordered.",
});
