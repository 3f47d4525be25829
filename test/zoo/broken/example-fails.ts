import { closed, type Exhibit, refusal, success, textIn } from "../server.ts";

const example = {
  description: "The capital of a country",
  params: { country: "France" },
  expectedResult: { capital: "Paris" },
};

/** Shows an example that it refuses itself, because it expects country codes. */
export const exampleFails: Exhibit = {
  breaks: "test/example-fails",
  start: () => [
    {
      name: "get-capital",
      description: "Returns the capital of a country.",
      input: closed({ country: { type: "string", description: "Which country" } }),
      output: closed({ capital: { type: "string" } }),
      terms: { examples: [example] },
      run: (input) =>
        textIn(input, "country") === "FR"
          ? success({ capital: "Paris" })
          : refusal("There is no such country."),
    },
  ],
};
