import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Prints a banner to stdout, where only messages are allowed. */
export const bannerOnStdout: Exhibit = {
  breaks: "test/stray-output",
  banner: "Zoo server running on stdio",
  start: () => [sayText],
};
