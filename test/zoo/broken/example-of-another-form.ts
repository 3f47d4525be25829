import { closed, type Exhibit, numberIn, success } from "../server.ts";

const example = {
  description: "Half of a number",
  params: { number: 8 },
  expectedResult: { half: 4 },
};

/** Shows an example with a field that the result no longer has. */
export const exampleOfAnotherForm: Exhibit = {
  breaks: "test/example-fails",
  start: () => [
    {
      name: "halve-number",
      description: "Halves a number. Returns the half.",
      input: closed({ number: { type: "number", description: "What to halve" } }),
      output: closed({ value: { type: "number" } }),
      terms: { examples: [example] },
      run: (input) => success({ value: numberIn(input, "number") / 2 }),
    },
  ],
};
