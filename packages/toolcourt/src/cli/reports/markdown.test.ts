import type { JsonObject } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";

const hostile = [
  "a|b|c",
  "a\\|b\\",
  "`x` **bold** ``y``",
  "<img src=x onerror=alert(1)>",
  "@everyone #1 www.example.com a@example.com",
  "[click](https://example.com)",
  "a\n\n# Heading\n- [ ] box",
  "\u202ereversed\u0000",
  "</details><script>",
  "   ",
] as const;

function input(properties: JsonObject, required: readonly string[]): JsonObject {
  return { inputSchema: { type: "object", properties, required, additionalProperties: false } };
}

async function reportOn(word: string): Promise<string> {
  const properties = { [word]: { type: "string", enum: [word, "other"] } };
  const fewer = { [word]: { type: "string", enum: ["other"] } };
  const old = [tool({ name: word, ...input(properties, []) }), tool({ name: `${word}2` })];
  const now = [tool({ name: word, ...input(fewer, [word]) }), tool({ name: `${word}3` })];
  await using folder = await openFolder({
    "old.json": JSON.stringify(old),
    "new.json": JSON.stringify(now),
  });
  const args = ["diff", "old.json", "new.json", "--server", word, "--format", "markdown"];
  const { output } = await run(args, { folder: folder.path });
  return output;
}

/** Removes code spans, so that only the text parsed as Markdown remains. */
function outsideCode(line: string): string {
  return line.replaceAll(/`[^`]*`/g, "");
}

// Each test starts the engine that checks witnesses, which is slow while other tests load the
// machine.
describe("the Markdown report for pull requests", () => {
  it.each(hostile)("keeps upstream text in code spans: %j", async (word) => {
    const output = await reportOn(word);

    const outside = output.split("\n").map(outsideCode).join("\n");
    expect(outside).toMatch(/^[\w .,:;#|*()\-/\n]*$/);
    expect(outside).not.toMatch(/@|https?:|example|script|Heading|click/);
  });

  it.each(hostile)("has three cells in every table row: %j", async (word) => {
    const output = await reportOn(word);

    const rows = output.split("\n").filter((line) => line.startsWith("|"));
    expect(rows.length).toBeGreaterThan(2);
    expect(new Set(rows.map((row) => row.split("|").length))).toEqual(new Set([5]));
  });

  it("states first whether a review is needed", async () => {
    const output = await reportOn("plain");

    expect(output).toMatch(
      /^## Tool contracts\n\n\*\*2 tools to look at before this is merged\.\*\*/,
    );
  });

  it("fits into a comment, even for many changes", async () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `tool-${at}-${"x".repeat(60)}`);
    await using folder = await openFolder({
      "old.json": JSON.stringify(names.map((name) => ({ name, inputSchema: { type: "object" } }))),
      "new.json": "[]",
    });

    const args = ["diff", "old.json", "new.json", "--format", "markdown"];
    const { output } = await run(args, { folder: folder.path });

    expect(output.length).toBeLessThan(65_536);
    expect(output).toMatch(/and \d+ more/);
  });
});
