import { sayText } from "../say-text.ts";
import { type Exhibit, textIn } from "../server.ts";

/** Sends an error as a text, although the protocol requires an object with a code. */
export const protocolErrorMalformed: Exhibit = {
  breaks: "test/protocol-error-malformed",
  start: () => [
    {
      ...sayText,
      run: (input, call) =>
        textIn(input, "text") === "" ? call.say({ error: "empty" }) : sayText.run(input, call),
    },
  ],
};
