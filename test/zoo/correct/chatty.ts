import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

/** Logs, pings its client and prints blank lines, all of which is allowed. */
export const chatty: Exhibit = {
  banner: "",
  start: () => [
    {
      ...sayText,
      run: (input, call) => {
        const params = { level: "info", data: "called" };
        call.print(JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params }));
        call.print(JSON.stringify({ jsonrpc: "2.0", id: "still-there", method: "ping" }));
        call.print("  ");
        return sayText.run(input, call);
      },
    },
  ],
};
