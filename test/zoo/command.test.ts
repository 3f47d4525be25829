import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { env, execPath } from "node:process";
import { isJsonArray, isJsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { type Ran, run } from "../../packages/testing/src/terminal.ts";

// Real processes, some of them restarted many times.
const slow = { timeout: 30_000 };

const program = resolve(import.meta.dirname, "run.ts");
const options = { folder: import.meta.dirname, environment: { PATH: env["PATH"] ?? "" } };

function test(name: string): Promise<Ran> {
  const budget = ["--seed", "7", "--calls", "20", "--json"];
  return run(["test", ...budget, "--", execPath, program, name], options);
}

/** Splits a command line as a shell does. */
function wordsOf(line: string): readonly string[] {
  const said = execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" });
  return said.split("\0").slice(0, -1);
}

function findingsIn({ output }: Ran): readonly JsonValue[] {
  const report = parseJson(output);
  const tools = isJsonObject(report) ? report["tools"] : [];
  return isJsonArray(tools) ? tools.flatMap(findingsOf) : [];
}

function findingsOf(tool: JsonValue): readonly JsonValue[] {
  const findings = isJsonObject(tool) ? tool["findings"] : [];
  return isJsonArray(findings) ? findings : [];
}

function repeatOf(finding: JsonValue | undefined): string {
  const repeat = isJsonObject(finding) ? finding["repeat"] : undefined;
  return typeof repeat === "string" ? repeat : "";
}

describe("toolcourt test over stdio", slow, () => {
  it.each([
    { name: "crash-on-empty-string", rule: "test/crash", input: { text: "" } },
    { name: "enum-not-enforced", rule: "test/invalid-accepted", input: { unit: "" } },
  ])("finds $rule in $name, and again with its printed command line", async (exhibit) => {
    const { name, rule, input } = exhibit;
    const ran = await test(name);
    const found = findingsIn(ran);

    expect(ran.code).toBe(1);
    expect(found).toEqual([expect.objectContaining({ rule, input, seed: 7 })]);

    const [, ...words] = wordsOf(repeatOf(found[0]));
    const again = await run([...words.slice(0, 1), "--json", ...words.slice(1)], options);

    expect(again.code).toBe(1);
    expect(findingsIn(again)).toEqual([expect.objectContaining({ rule, input })]);
  });
});
