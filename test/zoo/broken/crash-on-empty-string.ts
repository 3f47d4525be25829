import { sayText } from "../say-text.ts";
import { type Exhibit, textIn } from "../server.ts";

/** Crashes at an empty text. */
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
