import { sayText } from "../say-text.ts";
import { type Exhibit, textIn } from "../server.ts";

/** Sends content as a text, although the protocol requires a list of blocks. */
export const resultMalformed: Exhibit = {
  breaks: "test/result-malformed",
  start: () => [
    {
      ...sayText,
      run: (input) => {
        const text = textIn(input, "text");
        return { content: text, structuredContent: { text } };
      },
    },
  ],
};
