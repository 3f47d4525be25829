import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Does one thing after the other, so that it hears nobody while it works for someone who has left. */
export const serialServer: Exhibit = {
  breaks: "test/cancel-ignored",
  isSerial: true,
  start: () => [
    {
      ...sayText,
      terms: { responseTime: "slow" },
      run: async (input, call) => {
        await call.clock.sleep(3_000, call.signal);
        return sayText.run(input, call);
      },
    },
  ],
};
