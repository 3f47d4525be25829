import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Ignores arguments that its schema forbids. */
export const unknownArgumentAccepted: Exhibit = {
  breaks: "test/unknown-accepted",
  start: () => [{ ...sayText, enforced: { ...sayText.input, additionalProperties: true } }],
};
