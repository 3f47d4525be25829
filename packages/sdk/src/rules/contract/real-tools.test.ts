import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cpuUsage } from "node:process";
import { describe, expect, it } from "vitest";
import type { ToolContract } from "../../contract/contract.ts";
import { parseJson } from "../../contract/json.ts";
import { readContract } from "../../contract/read-contract.ts";
import { wordParts } from "../../contract/word-parts.ts";
import { scene } from "../../testing/remarks.ts";
import { builtinRules } from "../builtin.ts";
import { claimsPrivilege } from "../meta/privilege-words.ts";

const folder = new URL("../../../../../../shared/data/real-tools/", import.meta.url);
const files = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.endsWith(".jsonl"))
  : [];
const rules = builtinRules.filter(({ id }) => /^(contract|meta|terms)\//.test(id));

const tools = files
  .flatMap((file) => readFileSync(new URL(file, folder), "utf8").split("\n"))
  .filter((line) => line !== "")
  .flatMap(readTool);

function readTool(line: string): readonly ToolContract[] {
  const reading = readContract({ server: "real", tool: parseJson(line) });
  return reading.kind === "contract" ? [reading.contract] : [];
}

describe.skipIf(files.length === 0)("rules on real tools (skipped without the data folder)", () => {
  // Measured as CPU time: a busy machine makes no rule slower.
  it("judge them all within the time of an interactive command", { timeout: 30_000 }, () => {
    const before = cpuUsage();
    const remarks = tools.flatMap((tool) =>
      rules.flatMap((rule) => Array.from(rule.check(tool, scene()))),
    );

    const { user, system } = cpuUsage(before);
    expect(remarks.length).toBeGreaterThan(0);
    expect((user + system) / 1_000).toBeLessThan(4_000);
  });

  it("find claims of a change in hardly any tool with a read-only name", () => {
    const looking = tools.filter(({ name }) =>
      ["get", "list", "search", "find"].includes(wordParts(name)[0] ?? ""),
    );

    // Some descriptions are web pages that start with a button.
    const claiming = looking.filter(
      ({ description }) => !description.startsWith("Deploy Server") && claimsPrivilege(description),
    );

    expect(claiming.length / looking.length).toBeLessThan(0.005);
  });
});
