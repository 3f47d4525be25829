import { findBook, hintsWith, titleWith } from "../hints.ts";
import { type Exhibit, success, textIn } from "../server.ts";

/** Returns complete hints, with a confidence that depends on the fit of the answer. */
export const advisor: Exhibit = {
  profiles: ["agent-hints"],
  start: () => [
    {
      ...findBook,
      run: (input) => {
        const word = textIn(input, "word");
        const title = titleWith(word);
        const fit = title === "" ? 0 : (1 + word.length) / (1 + title.length);
        return success({ data: { word, title }, agentHints: hintsWith(Math.min(1, fit)) });
      },
    },
  ],
};
