import { sayText } from "../say-text.ts";
import { type Exhibit, textIn } from "../server.ts";

/** Sends content that is a text, where the protocol wants a list of blocks. */
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
