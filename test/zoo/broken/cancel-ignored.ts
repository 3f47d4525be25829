import { sayText } from "../say-text.ts";
import { type Exhibit, success, textIn } from "../server.ts";

/** Goes on when its caller has left, and answers all the same. */
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
