import { sayText } from "../say-text.ts";
import { type Exhibit, textIn } from "../server.ts";

/** Sends a text block without the text. */
export const contentBlockMalformed: Exhibit = {
  breaks: "test/result-malformed",
  start: () => [
    {
      ...sayText,
      run: (input) => ({
        content: [{ type: "text" }],
        structuredContent: { text: textIn(input, "text") },
      }),
    },
  ],
};
