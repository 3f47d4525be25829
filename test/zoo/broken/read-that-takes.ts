import { closed, type Exhibit, success } from "../server.ts";

/** Gives out each message once, so that reading takes it away from everybody else. */
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
