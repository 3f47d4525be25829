import { sayText } from "../say-text.ts";
import { type Exhibit, success, textIn } from "../server.ts";

/** Answers correctly, then crashes if the answer was empty. */
export const crashAfterAnswer: Exhibit = {
  breaks: "test/crash",
  start: () => [
    {
      ...sayText,
      run: (input, call) => {
        const text = textIn(input, "text");
        call.say({ result: success({ text }) });
        return text.trim() === "" ? call.crash() : undefined;
      },
    },
  ],
};
