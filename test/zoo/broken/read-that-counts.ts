import { sayText } from "../say-text.ts";
import { closed, type Exhibit, success, textIn } from "../server.ts";

/** Answers the same question differently each time, because it counts the calls. */
export const readThatCounts: Exhibit = {
  breaks: "test/read-changes",
  start: () => {
    let views = 0;
    return [
      {
        ...sayText,
        output: closed({ text: { type: "string" }, views: { type: "integer" } }),
        run: (input) => {
          views += 1;
          return success({ text: textIn(input, "text"), views });
        },
      },
    ];
  },
};
