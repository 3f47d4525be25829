import { run } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";

// One valid tool, one with an error on line 3, and one whose name attempts an injection.
const text = `{"tools": [
${JSON.stringify(tool())},
  {"name": "open", "description": "", "inputSchema": {"type": "object"}},
  ${JSON.stringify(tool({ name: "<b>&\"',:%\r\n::error::x\u001b[2J" }))}
]}`;

async function report(format: string): Promise<string> {
  const { output } = await run(["check", "-", "--server", "crm", "--format", format], {
    input: text,
  });
  return output;
}

describe("the SARIF report", () => {
  it("describes every rule and points at lines and columns", async () => {
    const sarif: unknown = JSON.parse(await report("sarif"));

    expect(sarif).toMatchObject({ version: "2.1.0", runs: [{ columnKind: "utf16CodeUnits" }] });
    expect(resultsOf(sarif)).toContainEqual(
      expect.objectContaining({
        ruleId: "meta/described",
        level: "error",
        locations: [
          expect.objectContaining({
            physicalLocation: {
              artifactLocation: { uri: "%3Cstdin%3E" },
              region: { startLine: 3, startColumn: 35 },
            },
          }),
        ],
      }),
    );
  });

  it("gives each result the index of its rule", async () => {
    const sarif: unknown = JSON.parse(await report("sarif"));
    const ids = rulesOf(sarif);

    for (const { ruleId, ruleIndex } of resultsOf(sarif)) expect(ids[ruleIndex]).toBe(ruleId);
  });
});

describe("the JUnit report", () => {
  it("writes a case per tool, and a failure per tool that is not callable", async () => {
    const xml = await report("junit");

    expect(xml).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="toolcourt" tests="3"/,
    );
    expect(xml).toContain('<testcase classname="crm" name="get-forecast" file="&lt;stdin&gt;"/>');
    expect(xml).toMatch(
      /name="open"[^>]*>\n {6}<failure message="\d errors?" type="finding">error /,
    );
    expect(xml).toContain('name="&lt;b&gt;&amp;&quot;\',:%\\u{d}\\u{a}::error::x\\u{1b}[2J"');
  });
});

describe("the GitHub report", () => {
  it("annotates the line of each finding", async () => {
    const lines = (await report("github")).split("\n");

    expect(lines).toContainEqual(
      expect.stringMatching(
        /^::error file=<stdin>,line=3,col=35,title=meta\/described::crm\/open \/description /,
      ),
    );
    expect(lines.at(-1)).toMatch(/^3 tools: /);
  });

  it("does not let a name start a workflow command", async () => {
    const lines = (await report("github")).split("\n").slice(0, -1);

    expect(lines.filter((line) => line.startsWith("::error::"))).toEqual([]);
    expect(lines.every((line) => /^::(error|warning) file=/.test(line))).toBe(true);
    expect(lines.join("\n")).toContain("',:%25\\u{d}");
  });
});

describe("the text report", () => {
  it("has colors only on a terminal that supports them", async () => {
    const painted = await run(["check", "-"], { input: text, color: true });
    const plain = await run(["check", "-"], { input: text });

    expect(painted.output).toContain("\u001b[31mnot callable");
    expect(plain.output).not.toContain("\u001b");
  });

  it("lists the errors of a tool before its warnings", async () => {
    const input = JSON.stringify([{ name: "open", inputSchema: { type: "object" } }]);

    const { output } = await run(["check", "-"], { input });
    const open = output.split("\n").map((line) => line.trimStart().split(" ")[0]);

    expect(open).toContain("warning");
    expect(open.lastIndexOf("error")).toBeLessThan(open.indexOf("warning"));
  });

  it("ends with the next command to type and the verdict", async () => {
    const lines = (await report("text")).split("\n");

    expect(lines.at(-2)).toMatch(/toolcourt rules [a-z]+\/[a-z-]+$/);
    expect(lines.at(-1)).toBe("Failed: 5 errors and 3 warnings.");
  });
});

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
}

interface Sarif {
  readonly runs: readonly {
    readonly results: readonly Result[];
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  }[];
}

function resultsOf(sarif: unknown): readonly Result[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests check what they read
  return (sarif as Sarif).runs.flatMap(({ results }) => results);
}

function rulesOf(sarif: unknown): readonly string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests check what they read
  return (sarif as Sarif).runs.flatMap((each) => each.tool.driver.rules.map(({ id }) => id));
}
