import { readFileSync } from "node:fs";
import { childOf, keysOf } from "@toolcourt/contracts/internal/documents/keys";
import { describe, expect, it } from "vitest";
import { denialReasons } from "../../boundary/egress/answer-meanings.ts";
import { toolsFileSchema } from "./file-schema.ts";
import { readToolsFile } from "./read-tools-file.ts";

// The page is handwritten, so this test compares it with the code.

const page = readFileSync(new URL("../../../../../docs/http-tools.md", import.meta.url), "utf8");
const tool = childOf(childOf(toolsFileSchema, "tools"), 0);
const answers = childOf(toolsFileSchema, "answers");
const parts = [
  tool,
  childOf(tool, "paging"),
  childOf(tool, "poll"),
  childOf(tool, "period"),
  answers,
];
const keys = parts.flatMap((part) => keysOf(part) ?? []);

describe("docs/http-tools.md", () => {
  it("contains a readable tools file", () => {
    const [, text = ""] = /```yaml tools\n([^`]*)```/.exec(page) ?? [];

    expect(readToolsFile(text, "tools.yaml")).toMatchObject({
      kind: "tools",
      tools: [{ tool: { name: "list-orders" } }],
    });
  });

  it("declares readable answers, with every meaning that a code may have", () => {
    const [, text = ""] = /```yaml answers\n([^`]*)```/.exec(page) ?? [];

    expect(readToolsFile(text, "tools.yaml")).toMatchObject({ kind: "tools" });
    for (const meaning of [...denialReasons, "outside", "rejected"]) {
      expect(page).toMatch(new RegExp(`^\\| \`${meaning}\``, "m"));
    }
  });

  it("covers more than a few keys", () => {
    expect(keys.length).toBeGreaterThan(25);
  });

  it.each(keys)("documents the key %s", (key) => {
    expect(page).toContain(`\`${key}\``);
  });

  it("quotes the message about queries exactly", () => {
    const text =
      'tools: [{ name: t, description: d, get: /a, input: { x: { type: string } }, query: { $filter: "{x}" }, output: { type: object } }]';
    const reading = readToolsFile(text, "tools.yaml");
    const [problem = ""] = reading.kind === "invalid" ? reading.problems : [];

    expect(page).toContain(problem.replace(/^tools\.yaml:\d+:\d+ /, ""));
  });
});
