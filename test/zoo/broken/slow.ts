import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Claims to be fast and takes a quarter of a second. */
export const slow: Exhibit = {
  breaks: "test/slow",
  start: () => [
    {
      ...sayText,
      terms: { responseTime: "fast" },
      run: async (input, call) => {
        await call.clock.sleep(250, call.signal);
        return sayText.run(input, call);
      },
    },
  ],
};
