import { closed, type Exhibit, refusal, success, textIn } from "../server.ts";

const day = String.raw`^\d{4}-\d{2}-\d{2}$`;

/** Uses formats and patterns. Refuses an impossible date that matches the format. */
export const contacts: Exhibit = {
  start: () => [
    {
      name: "find-contact",
      description: "Finds who has an address. Returns how to reach them, and since when.",
      input: closed(
        {
          email: { type: "string", format: "email", maxLength: 200, description: "Their address" },
          code: { type: "string", pattern: "^[A-Z]{2}[0-9]{4}$", description: "Their code" },
          since: { type: "string", format: "date", pattern: day, description: "Known since" },
        },
        ["email"],
      ),
      output: closed({
        email: { type: "string" },
        site: { type: "string", format: "uri" },
        since: { type: "string", format: "date" },
      }),
      run: (input) => {
        const since = textIn(input, "since") || "2020-02-29";
        if (!isDay(since)) return refusal("There is no such day.");
        return success({ email: textIn(input, "email"), site: "https://example.com/", since });
      },
    },
  ],
};

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
