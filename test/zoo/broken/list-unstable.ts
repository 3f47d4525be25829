import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Describes its tool differently in each list. */
export const listUnstable: Exhibit = {
  breaks: "test/list-unstable",
  start: () => {
    let asked = 0;
    return [
      {
        ...sayText,
        get description() {
          asked += 1;
          return `Says a text. Returns the text as it was given. Listed ${asked} times.`;
        },
      },
    ];
  },
};
