import { sayText } from "../say-text.ts";
import { type Exhibit, success, textIn } from "../server.ts";

/** Ignores cancellation and answers anyway. */
export const cancelIgnored: Exhibit = {
  breaks: "test/cancel-ignored",
  start: () => [
    {
      ...sayText,
      terms: { responseTime: "slow" },
      run: async (input, call) => {
        await call.clock.sleep(400);
        return call.say({ result: success({ text: textIn(input, "text") }) });
      },
    },
  ],
};
