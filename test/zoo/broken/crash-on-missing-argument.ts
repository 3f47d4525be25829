import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Crashes if a required argument is missing. */
export const crashOnMissingArgument: Exhibit = {
  breaks: "test/crash",
  start: () => [
    {
      ...sayText,
      enforced: { ...sayText.input, required: [] },
      run: (input, call) => ("text" in input ? sayText.run(input, call) : call.crash()),
    },
  ],
};
