import { closed, type Exhibit, success } from "../server.ts";

const word = { type: "string", pattern: "^[a-z]+$", maxLength: 20 };
const filter = closed({ words: { type: "array", items: word, maxItems: 5 } });

/** Checks only the first level of its arguments. */
export const nestedNotEnforced: Exhibit = {
  breaks: "test/invalid-accepted",
  start: () => [
    {
      name: "count-matches",
      description: "Counts what matches a filter. Returns the number of matches.",
      input: closed({ filter }),
      enforced: closed({ filter: closed({ words: {} }) }),
      output: closed({ matches: { type: "integer" } }),
      run: () => success({ matches: 3 }),
    },
  ],
};
