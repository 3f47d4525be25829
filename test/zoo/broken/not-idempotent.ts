import { closed, type Exhibit, success, textIn } from "../server.ts";

/** Claims that adding is idempotent, and adds the same item twice. */
export const notIdempotent: Exhibit = {
  breaks: "test/not-idempotent",
  start: () => {
    const items: string[] = [];
    return [
      {
        name: "add-item",
        description: "Adds an item to the list. Returns how many there are.",
        input: closed({ item: { type: "string", maxLength: 100 } }),
        output: closed({ count: { type: "integer" } }),
        terms: { effect: "write", idempotent: true },
        run: (input) => success({ count: items.push(textIn(input, "item")) }),
      },
      {
        name: "list-items",
        description: "Lists the items. Returns the last twenty.",
        input: closed({}),
        output: closed({ items: { type: "array", items: { type: "string" } } }),
        run: () => success({ items: items.slice(-20) }),
      },
    ];
  },
};
