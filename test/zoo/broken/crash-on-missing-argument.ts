import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Counts on an argument that its caller left out, and ends. */
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
