import { sayText } from "../say-text.ts";
import { type Exhibit, success, textIn } from "../server.ts";

/** Sends isError as a text, which many clients treat as an error. */
export const isErrorAsText: Exhibit = {
  breaks: "test/result-malformed",
  start: () => [
    {
      ...sayText,
      run: (input) => ({ ...success({ text: textIn(input, "text") }), isError: "false" }),
    },
  ],
};
