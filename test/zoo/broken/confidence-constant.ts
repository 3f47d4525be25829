import { findBook, hintsWith, titleWith } from "../hints.ts";
import { type Exhibit, success, textIn } from "../server.ts";

/** Returns a constant confidence, found or not. */
export const confidenceConstant: Exhibit = {
  breaks: "test/confidence-constant",
  profiles: ["agent-hints"],
  start: () => [
    {
      ...findBook,
      run: (input) => {
        const word = textIn(input, "word");
        return success({ data: { word, title: titleWith(word) }, agentHints: hintsWith(0.95) });
      },
    },
  ],
};
