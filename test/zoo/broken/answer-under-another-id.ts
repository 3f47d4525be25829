import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Also sends an answer to a request that was never made. */
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
