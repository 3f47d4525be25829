import { closed, type Exhibit, numberIn, refusal, success, textIn } from "../server.ts";

const lines = Array.from({ length: 95 }, (_, at) => `Line ${at + 1}`);

const page = {
  limit: { type: "integer", minimum: 1, maximum: 50, default: 10, description: "How many" },
  cursor: { type: "string", maxLength: 20, description: "Where to go on, from the page before" },
};

/** Returns a long list page by page, with cursors that the schema does not reveal. */
export const pages: Exhibit = {
  start: () => [
    {
      name: "list-lines",
      description: "Lists lines, some at a time. Returns a page, and a cursor if there are more.",
      input: closed(page, []),
      output: closed(
        {
          lines: { type: "array", items: { type: "string" }, maxItems: 50 },
          nextCursor: { type: "string" },
        },
        ["lines"],
      ),
      run: (input) => {
        const start = startOf(textIn(input, "cursor"));
        if (start === undefined) return refusal("This cursor is not one of ours; leave it out.");
        const end = start + (numberIn(input, "limit") || 10);
        const more = end < lines.length ? { nextCursor: `at-${end}` } : {};
        return success({ lines: lines.slice(start, end), ...more });
      },
    },
  ],
};

function startOf(cursor: string): number | undefined {
  if (cursor === "") return 0;
  const [, at] = /^at-(\d{1,5})$/.exec(cursor) ?? [];
  return at === undefined ? undefined : Number(at);
}
