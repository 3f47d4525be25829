import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { requirementsPage, servedByCode } from "./requirements.ts";

it("gives every group a table, with a dash for rules that go beyond the requirements", () => {
  const { path, text } = requirementsPage([
    {
      title: "Rules",
      named: "rule",
      served: [
        { name: "a/b", summary: "Reject it", requirements: ["S0-9", "S0-49"] },
        { name: "a/c", summary: "Accept it", requirements: [] },
      ],
    },
  ]);

  expect(path).toBe("docs/requirements.md");
  expect(text).toContain(
    "## Rules\n\n| rule | summary | requirements |\n| --- | --- | --- |\n| a/b | Reject it | S0-9, S0-49 |\n| a/c | Accept it | – |\n",
  );
});

it("finds the files whose comments name a requirement", () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "toolcourt-docs-"));
  const files = {
    "one.ts": "/** Adds. Retries never\n * (S2-20, T24). */\nexport const a = `${day}T00:00`;\n",
    "colon.ts": "/** S2-9: credentials come from the connection. */\nexport const c = 1;\n",
    "two.ts": "// No number.\nexport const b = 'S2-9';\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);

  expect(servedByCode(folder.path, Object.keys(files))).toEqual([
    { name: "`one.ts`", summary: "Retries never.", requirements: ["S2-20", "T24"] },
    {
      name: "`colon.ts`",
      summary: "credentials come from the connection.",
      requirements: ["S2-9"],
    },
  ]);
});
