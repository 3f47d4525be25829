import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

// In two parts, so that secret scanners do not flag it.
const token = `ghp_${"c3D4".repeat(9)}`;

/** Shows its credential in a protocol error. */
export const secretInProtocolError: Exhibit = {
  breaks: "test/secret-in-output",
  start: () => [
    {
      ...sayText,
      enforced: {},
      run: (input, call) =>
        typeof input["text"] === "string" && Object.keys(input).length === 1
          ? sayText.run(input, call)
          : call.say({ error: { code: -32_602, message: `Invalid params (token ${token})` } }),
    },
  ],
};
