import { sayText } from "../say-text.ts";
import { type Exhibit, textIn } from "../server.ts";

/** Crashes at a text longer than its buffer. */
export const crashOnLongString: Exhibit = {
  breaks: "test/crash",
  start: () => [
    {
      ...sayText,
      run: (input, call) =>
        textIn(input, "text").length > 4_096 ? call.crash() : sayText.run(input, call),
    },
  ],
};
