import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Sends along an answer to something that nobody asked. */
export const answerUnderAnotherId: Exhibit = {
  breaks: "test/answer-unasked",
  start: () => [
    {
      ...sayText,
      run: (input, call) => {
        call.say({ id: "latest", result: { content: [] } });
        return sayText.run(input, call);
      },
    },
  ],
};
