import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Reports an error in its text and omits isError. */
export const errorUnmarked: Exhibit = {
  breaks: "test/error-disagrees",
  start: () => {
    const { output: _, ...tool } = sayText;
    return [
      {
        ...tool,
        enforced: {},
        run: (input) => {
          const { text, ...others } = input;
          const isFine = typeof text === "string" && Object.keys(others).length === 0;
          const said = isFine ? text : "Error: the text must be a string";
          return { content: [{ type: "text", text: said }] };
        },
      },
    ];
  },
};
