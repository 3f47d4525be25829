import { isJsonArray } from "../../../packages/sdk/src/contract/json.ts";
import { closed, type Exhibit, success } from "../server.ts";

const ids = { type: "array", items: { type: "integer", minimum: 1 }, maxItems: 10 };

/** Counts duplicates that its schema forbids. */
export const duplicatesAccepted: Exhibit = {
  breaks: "test/invalid-accepted",
  start: () => [
    {
      name: "count-orders",
      description: "Counts the orders of some customers. Returns how many there are.",
      input: closed({ ids: { ...ids, uniqueItems: true } }),
      enforced: closed({ ids }),
      output: closed({ orders: { type: "integer" } }),
      run: (input) => success({ orders: isJsonArray(input["ids"]) ? input["ids"].length : 0 }),
    },
  ],
};
