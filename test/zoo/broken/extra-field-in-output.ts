import { sayText } from "../say-text.ts";
import { type Exhibit, success, textIn } from "../server.ts";

/** Returns a field that its output schema does not name. */
export const extraFieldInOutput: Exhibit = {
  breaks: "test/output-nonconformant",
  start: () => [
    { ...sayText, run: (input) => success({ text: textIn(input, "text"), debug: true }) },
  ],
};
