import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Reports every invalid input as an internal error. */
export const refusalUnclear: Exhibit = {
  breaks: "test/refusal-unclear",
  start: () => [
    {
      ...sayText,
      enforced: {},
      run: (input, call) =>
        typeof input["text"] === "string" && Object.keys(input).length === 1
          ? sayText.run(input, call)
          : call.say({ error: { code: -32_603, message: "Internal error" } }),
    },
  ],
};
