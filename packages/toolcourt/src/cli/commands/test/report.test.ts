import { isJsonArray, isJsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";
import { testedTool, testFinding, testReport } from "@toolcourt/testing/test-report";
import { describe, expect, it } from "vitest";
import type { TestFinding, TestReport } from "../../../authoring/probing/report.ts";
import { testRuleIds } from "../../../authoring/probing/rules.ts";
import { reports } from "../../reports/reports.ts";
import { reportTest } from "./report.ts";

function junitOf(tested: TestReport): string {
  return reports.junit(reportTest(tested));
}

describe("the JUnit report of a test", () => {
  it("writes a case for each probe of a tool", () => {
    const tool = testedTool({ findings: [testFinding({ probe: "invalid" })] });

    expect(junitOf(testReport({ tools: [tool] }))).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="toolcourt" tests="6" failures="1" errors="0">
        <testsuite name="weather" tests="6" failures="1" errors="0" skipped="1" time="4.321">
          <properties>
            <property name="server" value="node"/>
            <property name="seed" value="7"/>
          </properties>
          <testcase classname="weather" name="what the server sends before it is called"/>
          <testcase classname="weather" name="the list of tools stays as it is"/>
          <testcase classname="weather.get-forecast" name="the contract's own examples"/>
          <testcase classname="weather.get-forecast" name="inputs that the schema accepts"/>
          <testcase classname="weather.get-forecast" name="inputs that break one keyword each">
            <failure message="1 error: test/crash" type="finding">error test/crash
        expected an answer
        got the end of the process
        input {&quot;city&quot;:&quot;&quot;}
        again: toolcourt test --seed 7 --only get-forecast --input '{&quot;city&quot;:&quot;&quot;}' -- node weather.js</failure>
          </testcase>
          <testcase classname="weather.get-forecast" name="leaving a call before it is answered">
            <skipped message="it answers too fast to be left"/>
          </testcase>
        </testsuite>
      </testsuites>"
    `);
  });

  it("writes a case for a probe that only a finding mentions", () => {
    const tool = testedTool({ probes: [], findings: [testFinding({ probe: "hints" })] });
    const xml = junitOf(testReport({ tools: [tool] }));

    expect(xml).toContain('name="hints and confidence">');
    expect(xml).toContain('<testsuite name="weather" tests="3" failures="1" errors="0"');
  });

  it("reports no failure for a warning", () => {
    const tool = testedTool({ findings: [testFinding({ severity: "warning" })] });
    const xml = junitOf(testReport({ tools: [tool] }));

    expect(xml).toContain('failures="0"');
    expect(xml).toContain("<system-out>warning test/crash\n");
  });

  it("explains why a tool was not called", () => {
    const skipped = { reason: "effect", message: "its effect is write" } as const;
    const tool = testedTool({ calls: 0, probes: [], skipped });

    expect(junitOf(testReport({ tools: [tool] }))).toContain(
      'name="the tool">\n      <skipped message="its effect is write"/>',
    );
  });

  it("does not let a name break the markup", () => {
    const tool = testedTool({ name: '"/><x>\u0000\u202e' });

    expect(junitOf(testReport({ tools: [tool] }))).toContain(
      'classname="weather.&quot;/&gt;&lt;x&gt;\\u{0}\\u{202e}"',
    );
  });
});

function runOf(...findings: readonly TestFinding[]): Readonly<Record<string, JsonValue>> {
  const log = parseJson(
    reports.sarif(reportTest(testReport({ tools: [testedTool({ findings })] }))),
  );
  const runs = isJsonObject(log) ? (log["runs"] ?? []) : [];
  const [first = {}] = isJsonArray(runs) ? runs : [];
  return isJsonObject(first) ? first : {};
}

function fingerprints(...findings: readonly TestFinding[]): readonly string[] {
  const text = JSON.stringify(runOf(...findings)["results"]);
  return [...text.matchAll(/"toolcourtFinding\/v1":"([0-9a-f]{32})"/g)].map(([, id = ""]) => id);
}

describe("the SARIF report of a test", () => {
  it("describes every rule, with a page if the protocol has one", () => {
    const { tool } = runOf();

    expect(tool).toMatchObject({
      driver: { name: "toolcourt", rules: testRuleIds.map((id) => ({ id })) },
    });
    expect(JSON.stringify(tool)).toContain(
      '"helpUri":"https://modelcontextprotocol.io/specification/',
    );
  });

  it("reports the actual result and the command to type, located at the server", () => {
    const finding = testFinding({ pointer: "/city" });

    expect(runOf(finding)["results"]).toEqual([
      {
        ruleId: "test/crash",
        ruleIndex: testRuleIds.indexOf("test/crash"),
        level: "error",
        message: {
          text: `weather/get-forecast: expected an answer, got the end of the process. Input: {"city":""}. Again: ${testFinding().repeat}`,
        },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "node" },
              region: { startLine: 1, startColumn: 1 },
            },
            logicalLocations: [{ fullyQualifiedName: "weather/get-forecast/city" }],
          },
        ],
        partialFingerprints: { "toolcourtFinding/v1": fingerprints(finding)[0] },
      },
    ]);
  });

  it("gives a finding the same fingerprint when another seed shows it by another input", () => {
    const first = testFinding({ pointer: "/places/0/name" });
    const later = testFinding({ pointer: "/places/3/name", seed: 8, input: { city: "x" } });

    expect(fingerprints(first)).toEqual(fingerprints(later));
  });

  it("gives two findings of one run different fingerprints", () => {
    const [one, other] = fingerprints(testFinding(), testFinding());

    expect(one).not.toBe(other);
    expect(fingerprints(testFinding({ tool: "a" }))).not.toEqual([one]);
    expect(fingerprints(testFinding({ rule: "test/hang" }))).not.toEqual([one]);
  });
});
