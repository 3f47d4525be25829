import { findBook, hintsWith, titleWith } from "../hints.ts";
import { type Exhibit, success, textIn } from "../server.ts";

/** Omits some of the required hints. */
export const hintsIncomplete: Exhibit = {
  breaks: "test/hints-incomplete",
  profiles: ["agent-hints"],
  start: () => [
    {
      ...findBook,
      run: (input) => {
        const word = textIn(input, "word");
        const title = titleWith(word);
        const { riskFactors: _, ...agentHints } = hintsWith(title === "" ? 0.1 : 0.9);
        return success({ data: { word, title }, agentHints });
      },
    },
  ],
};
