import { sayText } from "../say-text.ts";
import { type Exhibit, textIn } from "../server.ts";

/** Declares an output schema and answers only with text. */
export const outputMissing: Exhibit = {
  breaks: "test/output-missing",
  start: () => [
    {
      ...sayText,
      run: (input) => ({ content: [{ type: "text", text: textIn(input, "text") }] }),
    },
  ],
};
