import { closed, type Exhibit, success, textIn } from "../server.ts";

/** Gives one number in the text and another in the structured content. */
export const textDisagrees: Exhibit = {
  breaks: "test/text-disagrees",
  start: () => [
    {
      name: "count-letters",
      description: "Counts the letters of a word. Returns their number.",
      input: closed({ word: { type: "string", description: "A word" } }),
      output: closed({ letters: { type: "integer", description: "How many" } }),
      run: (input) => {
        const letters = textIn(input, "word").length;
        return { ...success({ letters: letters + 1 }), structuredContent: { letters } };
      },
    },
  ],
};
