import { closed, type Exhibit, numberIn, success } from "../server.ts";

const days = { type: "integer", minimum: 1, maximum: 14, description: "How many days" };

/** Accepts any number of days, despite its schema. */
export const rangeNotEnforced: Exhibit = {
  breaks: "test/invalid-accepted",
  start: () => [
    {
      name: "get-forecast",
      description: "Returns how warm it will be on each of the next days.",
      input: closed({ days }),
      enforced: closed({ days: { type: "integer" } }),
      output: closed({ degrees: { type: "array", items: { type: "integer" } } }),
      run: (input) => {
        const length = Math.min(14, Math.max(0, numberIn(input, "days")));
        return success({ degrees: Array.from({ length }, (_, day) => 20 + (day % 3)) });
      },
    },
  ],
};
