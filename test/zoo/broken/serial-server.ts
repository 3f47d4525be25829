import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/**
 * Handles one request at a time, so it misses messages while it works for a disconnected caller.
 */
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
