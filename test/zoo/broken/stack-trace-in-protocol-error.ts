import { sayText } from "../say-text.ts";
import type { Exhibit } from "../server.ts";

const trace = `Traceback (most recent call last):
  File "/srv/app/say.py", line 12, in say
AttributeError: 'int' object has no attribute 'encode'`;

/** Refuses with a protocol error that contains a stack trace. */
export const stackTraceInProtocolError: Exhibit = {
  breaks: "test/stack-trace",
  start: () => [
    {
      ...sayText,
      enforced: {},
      run: (input, call) =>
        typeof input["text"] === "string" && Object.keys(input).length === 1
          ? sayText.run(input, call)
          : call.say({ error: { code: -32_602, message: "Invalid params", data: { trace } } }),
    },
  ],
};
