import { isJsonArray, isJsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";
import { testedTool, testFinding, testReport } from "@toolcourt/testing/test-report";
import { describe, expect, it } from "vitest";
import type { TestFinding } from "../../authoring/probing/report.ts";
import { testRuleIds } from "../../authoring/probing/rules.ts";
import { reportTestSarif } from "./test-sarif.ts";

function runOf(...findings: readonly TestFinding[]): Readonly<Record<string, JsonValue>> {
  const log = parseJson(reportTestSarif(testReport({ tools: [testedTool({ findings })] })));
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
