import { closed, type Exhibit, success } from "../server.ts";

const filters = {
  words: {
    type: "array",
    items: { type: "string", maxLength: 50 },
    maxItems: 10,
    uniqueItems: true,
  },
  price: { ...closed({ from: { type: "number" }, to: { type: "number" } }, []), minProperties: 1 },
  tags: { type: "object", additionalProperties: { type: "boolean" }, maxProperties: 5 },
  sort: { type: ["string", "null"], enum: ["price", "name", null] },
};

/** Takes optional arguments of every kind: lists, ranges, maps, nullable values. */
export const search: Exhibit = {
  start: () => [
    {
      name: "search-goods",
      description: "Searches goods by filters. Returns how many there are and what was asked.",
      input: closed(filters, []),
      output: closed({ count: { type: "integer", minimum: 0 }, asked: { type: "object" } }),
      terms: { idempotent: true, responseTime: "medium" },
      run: (input) => success({ count: Object.keys(input).length, asked: input }),
    },
  ],
};
