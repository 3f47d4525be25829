import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { editList } from "./edit-list.ts";

/** What people put between the tokens of a file. */
const gap = fc.constantFrom(
  "",
  " ",
  "\n",
  "\n\t",
  "\r\n  ",
  ' // a "comment", {\n',
  "/* { */",
  "\n/* a\n , */ ",
);
const name = fc.constantFrom("crm", "wiki", "a b", '"', "toolcourt", "//", "});");
const value = fc.json({ maxDepth: 2 }).map(parseJson);

/** Writes JSON with the next gap between each two tokens, and trailing commas where it is told to. */
function written(json: JsonValue, next: () => string, trailing: boolean): string {
  if (!isJsonObject(json)) return JSON.stringify(json);
  const members = Object.entries(json).map(
    ([key, each]) =>
      `${next()}${JSON.stringify(key)}${next()}:${next()}${written(each, next, trailing)}${next()}`,
  );
  return `{${members.join(",")}${trailing && members.length > 0 ? "," : ""}${next()}}`;
}

const files = fc
  .record({
    before: fc.dictionary(fc.constantFrom("theme", "z"), value),
    servers: fc.option(
      fc.dictionary(name, fc.dictionary(name, value, { maxKeys: 2 }), { maxKeys: 4 }),
      {
        nil: undefined,
      },
    ),
    after: fc.dictionary(fc.constantFrom("keys", "y"), value),
    gaps: fc.array(gap, { minLength: 1, maxLength: 12 }),
    trailing: fc.boolean(),
  })
  .map(({ before, servers, after, gaps, trailing }) => {
    const mcpServers = servers === undefined ? {} : { mcpServers: servers as JsonObject };
    let at = 0;
    const next = (): string => gaps[at++ % gaps.length] ?? "";
    const json: JsonObject = { ...before, ...mcpServers, ...after };
    return {
      text: `${next()}${written(json, next, trailing)}${next()}`,
      names: Object.keys(servers ?? {}),
    };
  });

it("editList edits every file that it can read, and changes nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.nat(15), async ({ text, names }, chosen) => {
      const path = ["mcpServers"];
      const removed = names
        .filter((each, at) => each !== "gate" && ((chosen >> at) & 1) === 1)
        .map((each) => ({ path, name: each }));
      const edit = { path, name: "gate", entry: { url: "http://127.0.0.1:7420/mcp" } };

      const added = await editList(text, { ...edit, removed: [] }, "mcp.json");
      const edited = await editList(text, { ...edit, removed }, "mcp.json");

      // It compares the values itself, and gives up where they differ.
      expect(edited).toBeDefined();
      expect(isWithin(text, added ?? "")).toBe(true);
    }),
    { numRuns: 300 },
  );
});

/** Tells whether every character of a text is still there, in the same order. */
function isWithin(text: string, longer: string): boolean {
  let at = 0;
  for (const character of longer) if (character === text[at]) at += 1;
  return at === text.length;
}
