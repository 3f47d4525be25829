import { sayText } from "../say-text.ts";
import { type Exhibit, success, textIn } from "../server.ts";

/** Says that there was no error by a text, which many take for an error. */
export const isErrorAsText: Exhibit = {
  breaks: "test/result-malformed",
  start: () => [
    {
      ...sayText,
      run: (input) => ({ ...success({ text: textIn(input, "text") }), isError: "false" }),
    },
  ],
};
