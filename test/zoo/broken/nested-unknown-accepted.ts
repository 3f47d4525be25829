import { closed, type Exhibit, success } from "../server.ts";

const range = closed({ from: { type: "integer" }, to: { type: "integer" } });

/** Ignores misspelled names below the first level. */
export const nestedUnknownAccepted: Exhibit = {
  breaks: "test/unknown-accepted",
  start: () => [
    {
      name: "count-days",
      description: "Counts the days in a range. Returns how many there are.",
      input: closed({ range }),
      enforced: closed({ range: { ...range, additionalProperties: true } }),
      output: closed({ days: { type: "integer" } }),
      run: () => success({ days: 12 }),
    },
  ],
};
