import { sayText } from "../say-text.ts";
import { type Exhibit, success, textIn } from "../server.ts";

/** Answers first, then prints a log line that looks like JSON. */
export const logAfterAnswer: Exhibit = {
  breaks: "test/stray-output",
  start: () => [
    {
      ...sayText,
      run: async (input, call) => {
        call.say({ result: success({ text: textIn(input, "text") }) });
        await call.clock.sleep(5);
        return call.print('{"level":"info","msg":"answered"}');
      },
    },
  ],
};
