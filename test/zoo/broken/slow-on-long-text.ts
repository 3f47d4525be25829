import { sayText } from "../say-text.ts";
import { type Exhibit, textIn } from "../server.ts";

/** Is as fast as declared, except for large inputs. */
export const slowOnLongText: Exhibit = {
  breaks: "test/slow",
  start: () => [
    {
      ...sayText,
      terms: { responseTime: "medium" },
      run: async (input, call) => {
        await call.clock.sleep(textIn(input, "text").length / 2, call.signal);
        return sayText.run(input, call);
      },
    },
  ],
};
