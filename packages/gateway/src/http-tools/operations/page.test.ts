import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { childOf, keysOf } from "../../documents/keys.ts";
import { toolsFileSchema } from "./file-schema.ts";
import { readToolsFile } from "./read-tools-file.ts";

// The page is written by hand, so this holds it to the code.

const page = readFileSync(new URL("../../../../../docs/http-tools.md", import.meta.url), "utf8");
const tool = childOf(childOf(toolsFileSchema, "tools"), 0);
const keys = [...(keysOf(tool) ?? []), ...(keysOf(childOf(tool, "paging")) ?? [])];

describe("the page of HTTP tools", () => {
  it("has a file of tools that can be read", () => {
    const [, text = ""] = /```yaml tools\n([^`]*)```/.exec(page) ?? [];

    expect(readToolsFile(text, "tools.yaml")).toMatchObject({
      kind: "tools",
      tools: [{ tool: { name: "list-orders" } }],
    });
  });

  it("knows more than a few keys", () => {
    expect(keys.length).toBeGreaterThan(25);
  });

  it.each(keys)("names the key %s", (key) => {
    expect(page).toContain(`\`${key}\``);
  });

  it("shows the message about queries as it is", () => {
    const text =
      'tools: [{ name: t, description: d, get: /a, input: { x: { type: string } }, query: { $filter: "{x}" }, output: { type: object } }]';
    const reading = readToolsFile(text, "tools.yaml");
    const [problem = ""] = reading.kind === "invalid" ? reading.problems : [];

    expect(page).toContain(problem.replace(/^tools\.yaml:\d+:\d+ /, ""));
  });
});
