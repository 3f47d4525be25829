import { closed, type Exhibit, success, textIn } from "../server.ts";

/** Returns a number as a text. */
export const wrongTypeInOutput: Exhibit = {
  breaks: "test/output-nonconformant",
  start: () => [
    {
      name: "count-letters",
      description: "Counts the letters of a word. Returns their number.",
      input: closed({ word: { type: "string", description: "A word" } }),
      output: closed({ letters: { type: "integer", description: "How many" } }),
      run: (input) => success({ letters: String(textIn(input, "word").length) }),
    },
  ],
};
