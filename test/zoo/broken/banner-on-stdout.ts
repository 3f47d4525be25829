import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Says that it runs, where only messages may stand. */
export const bannerOnStdout: Exhibit = {
  breaks: "test/stray-output",
  banner: "Zoo server running on stdio",
  start: () => [sayText],
};
