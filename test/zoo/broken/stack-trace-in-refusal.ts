import { sayText } from "../say-text.ts";
import { type Exhibit, refusal } from "../server.ts";

/** Refuses with the runtime's full error details. */
export const stackTraceInRefusal: Exhibit = {
  breaks: "test/stack-trace",
  start: () => [
    {
      ...sayText,
      enforced: {},
      run: (input, call) =>
        typeof input["text"] === "string" && Object.keys(input).length === 1
          ? sayText.run(input, call)
          : refusal(new TypeError("The text is no text").stack ?? ""),
    },
  ],
};
