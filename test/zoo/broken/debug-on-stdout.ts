import { sayText } from "../say-text.ts";
import { type Exhibit, textIn } from "../server.ts";

/** Prints debug output for long texts to stdout. */
export const debugOnStdout: Exhibit = {
  breaks: "test/stray-output",
  start: () => [
    {
      ...sayText,
      run: (input, call) => {
        if (textIn(input, "text").length > 3) call.print("DEBUG long text");
        return sayText.run(input, call);
      },
    },
  ],
};
