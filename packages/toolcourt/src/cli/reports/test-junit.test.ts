import { testedTool, testFinding, testReport } from "@toolcourt/testing/test-report";
import { describe, expect, it } from "vitest";
import { reportTestJunit } from "./test-junit.ts";

describe("the JUnit report of a test", () => {
  it("writes a case for each probe of a tool", () => {
    const tool = testedTool({ findings: [testFinding({ probe: "invalid" })] });

    expect(reportTestJunit(testReport({ tools: [tool] }))).toMatchInlineSnapshot(`
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
    const xml = reportTestJunit(testReport({ tools: [tool] }));

    expect(xml).toContain('name="hints and confidence">');
    expect(xml).toContain('<testsuite name="weather" tests="3" failures="1" errors="0"');
  });

  it("reports no failure for a warning", () => {
    const tool = testedTool({ findings: [testFinding({ severity: "warning" })] });
    const xml = reportTestJunit(testReport({ tools: [tool] }));

    expect(xml).toContain('failures="0"');
    expect(xml).toContain("<system-out>warning test/crash\n");
  });

  it("explains why a tool was not called", () => {
    const skipped = { reason: "effect", message: "its effect is write" } as const;
    const tool = testedTool({ calls: 0, probes: [], skipped });

    expect(reportTestJunit(testReport({ tools: [tool] }))).toContain(
      'name="the tool">\n      <skipped message="its effect is write"/>',
    );
  });

  it("does not let a name break the markup", () => {
    const tool = testedTool({ name: '"/><x>\u0000\u202e' });

    expect(reportTestJunit(testReport({ tools: [tool] }))).toContain(
      'classname="weather.&quot;/&gt;&lt;x&gt;\\u{0}\\u{202e}"',
    );
  });
});
