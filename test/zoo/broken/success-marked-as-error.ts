import { sayText } from "../say-text.ts";
import { type Exhibit, success, textIn } from "../server.ts";

/** Marks a correct answer as an error if the text is empty. */
export const successMarkedAsError: Exhibit = {
  breaks: "test/error-disagrees",
  start: () => [
    {
      ...sayText,
      run: (input) => {
        const text = textIn(input, "text");
        return { ...success({ text }), isError: text === "" };
      },
    },
  ],
};
