import { sayText } from "../say-text.ts";
import { type Exhibit, textIn } from "../server.ts";

/** Crashes at a character of more than two bytes. */
export const crashOnUnicode: Exhibit = {
  breaks: "test/crash",
  start: () => [
    {
      ...sayText,
      run: (input, call) =>
        /[\u{800}-\u{10ffff}]/u.test(textIn(input, "text"))
          ? call.crash()
          : sayText.run(input, call),
    },
  ],
};
