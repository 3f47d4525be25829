import { sayText } from "../say-text.ts";
import { type Exhibit, textIn } from "../server.ts";

/** Ends at a text that is empty. */
export const crashOnEmptyString: Exhibit = {
  breaks: "test/crash",
  start: () => [
    {
      ...sayText,
      run: (input, call) =>
        textIn(input, "text") === "" ? call.crash() : sayText.run(input, call),
    },
  ],
};
