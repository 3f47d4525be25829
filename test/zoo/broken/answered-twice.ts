import { sayText } from "../say-text.ts";
import { type Exhibit, success, textIn } from "../server.ts";

/** Takes an empty text for a failure, and goes on to answer all the same. */
export const answeredTwice: Exhibit = {
  breaks: "test/answer-repeated",
  start: () => [
    {
      ...sayText,
      run: (input, call) => {
        const text = textIn(input, "text");
        if (text === "") call.say({ result: success({ text }) });
        return success({ text });
      },
    },
  ],
};
