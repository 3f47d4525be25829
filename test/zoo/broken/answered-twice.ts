import { sayText } from "../say-text.ts";
import { type Exhibit, success, textIn } from "../server.ts";

/** Treats an empty text as a failure, and then answers anyway. */
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
