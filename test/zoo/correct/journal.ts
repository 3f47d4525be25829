import { randomUUID } from "node:crypto";
import { closed, type Exhibit, success, textIn } from "../server.ts";

/** Returns answers that naturally differ per call: a time, an answer id, a duration. */
export const journal: Exhibit = {
  start: () => [
    {
      name: "read-journal",
      description: "Reads the entries about a subject. Returns them with the time of reading.",
      input: closed({ subject: { type: "string", maxLength: 100, description: "About what" } }),
      output: closed({
        requestId: { type: "string", format: "uuid" },
        readAt: { type: "string", format: "date-time" },
        tookMs: { type: "number", minimum: 0 },
        entries: { type: "array", items: { type: "string" }, maxItems: 3 },
      }),
      terms: { idempotent: true },
      run: (input, { clock }) =>
        success({
          requestId: randomUUID(),
          readAt: new Date(clock.now()).toISOString(),
          tookMs: clock.monotonic() % 7,
          entries: [`Something about ${textIn(input, "subject")}`],
        }),
    },
  ],
};
