import { closed, type Exhibit, success } from "../server.ts";

/** Returns each message once, so that a read removes it for all other callers. */
export const readThatTakes: Exhibit = {
  breaks: "test/read-changes",
  start: () => {
    const messages = ["Call Ada", "Buy milk"];
    return [
      {
        name: "get-message",
        description: "Returns the oldest message, or an empty text if there is none.",
        input: closed({}),
        output: closed({ message: { type: "string" } }),
        run: () => success({ message: messages.shift() ?? "" }),
      },
    ];
  },
};
