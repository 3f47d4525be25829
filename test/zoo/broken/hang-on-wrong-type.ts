import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Never answers if an argument has the wrong type. */
export const hangOnWrongType: Exhibit = {
  breaks: "test/hang",
  start: () => [
    {
      ...sayText,
      enforced: { ...sayText.input, properties: { text: {} } },
      run: (input, call) =>
        typeof input["text"] === "string" ? sayText.run(input, call) : undefined,
    },
  ],
};
