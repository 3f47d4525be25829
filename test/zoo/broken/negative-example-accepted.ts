import { closed, type Exhibit, success } from "../server.ts";

const example = {
  description: "A table for nobody is refused",
  params: { guests: 0 },
  expectedResult: { error: "There must be somebody." },
};

/** Accepts an input that its contract shows as refused. */
export const negativeExampleAccepted: Exhibit = {
  breaks: "test/negative-example-accepted",
  start: () => [
    {
      name: "find-table",
      description: "Finds a table for some guests. Returns its number.",
      input: closed({ guests: { type: "integer", minimum: 0, maximum: 20 } }),
      output: closed({ table: { type: "integer" } }),
      terms: { examples: [example] },
      run: () => success({ table: 7 }),
    },
  ],
};
