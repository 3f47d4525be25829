import { createHash } from "node:crypto";
import { testedTool, testFinding, testReport } from "@toolcourt/testing/test-report";
import { describe, expect, it } from "vitest";
import type { TestReport } from "../../../authoring/probing/report.ts";
import { htmlPage } from "./page.ts";

const skipped = { reason: "effect", message: "its effect is destroy" } as const;
const uncalled = testedTool({ name: "delete-city", calls: 0, probes: [], skipped });

function pageOf(tested: TestReport): string {
  return htmlPage({ tested });
}

function all(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, group = ""]) => group);
}

/** Extracts the structure of the page: tags with names, ids and classes. */
function outline(page: string): readonly string[] {
  const body = page.slice(page.indexOf("<body>"));
  return all(body, /<((?:header|main|section|h[1-6]|table|fieldset|footer|a)(?: [^>]*)?)>/g);
}

describe("the HTML report", () => {
  it("has a heading, landmarks and a section per tool", () => {
    const found = testedTool({ name: "search", findings: [testFinding({ tool: "search" })] });
    const page = pageOf(testReport({ tools: [found, uncalled] }));

    expect(outline(page)).toMatchInlineSnapshot(`
      [
        "a class="skip" href="#overview"",
        "header",
        "h1",
        "main",
        "section aria-labelledby="findings"",
        "h2 id="findings"",
        "a href="#finding-1.tool.search"",
        "section aria-labelledby="overview"",
        "h2 id="overview"",
        "table",
        "a href="#tool.search"",
        "a href="#tool.delete-city"",
        "section aria-labelledby="each"",
        "h2 id="each"",
        "fieldset class="show"",
        "section class="tool found" id="tool.search" aria-labelledby="name.tool.search"",
        "header",
        "h3 id="name.tool.search"",
        "section class="finding is-error" id="finding-1.tool.search"",
        "h4",
        "a href="#rule.test.crash"",
        "table",
        "a href="#overview"",
        "section class="tool uncalled" id="tool.delete-city" aria-labelledby="name.tool.delete-city"",
        "header",
        "h3 id="name.tool.delete-city"",
        "a href="#overview"",
        "section aria-labelledby="rules"",
        "h2 id="rules"",
        "footer",
      ]
    `);
  });

  it("loads no external resources and runs no scripts", () => {
    const page = pageOf(testReport());
    const [style = ""] = all(page, /<style>(.*?)<\/style>/gs);
    const hash = createHash("sha256").update(style).digest("base64");

    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|https?:|\son\w+=|\sstyle=/i);
  });

  it("shows the verdict and the figures of the run", () => {
    const page = pageOf(testReport({ findings: [testFinding()] }));

    expect(page).toContain("Failed: 1 error.");
    expect(page).toContain("<dt>Seed</dt><dd>7</dd>");
    expect(page).toContain("<dt>Tools called</dt><dd>1 of 1</dd>");
    expect(page).toContain("2026-11-01 09:30 UTC");
  });

  it("shows the smallest input, the expectation and the command for each finding", () => {
    const finding = testFinding({ shrunkFrom: { city: "Paris" }, alike: 2 });
    const page = pageOf(testReport({ tools: [testedTool({ findings: [finding] })] }));

    expect(page).toContain("<dt>Expected</dt><dd>an answer</dd>");
    expect(page).toContain("the end of the process. The same with 2 other inputs.");
    expect(page).toContain("<dt>Smallest input</dt>");
    expect(page).toContain("{&quot;city&quot;:&quot;Paris&quot;}");
    expect(page).toMatch(/<pre class="whole"[^>]*><code>toolcourt test --seed 7 /);
    expect(page).toContain('<dt id="rule.test.crash">');
  });

  it("lists all findings at the top, errors first, each linked to its details", () => {
    const warning = testFinding({ rule: "test/slow", severity: "warning" });
    const tools = [testedTool({ findings: [warning, testFinding()] })];
    const unstable = testFinding({ rule: "test/list-unstable" });
    const page = pageOf(testReport({ tools, findings: [unstable] }));
    const list = page.slice(page.indexOf("<ol"), page.indexOf("</ol>"));

    expect(all(list, /href="#([^"]*)"/g)).toEqual([
      "finding-1.server",
      "finding-2.tool.get-forecast",
      "finding-1.tool.get-forecast",
    ]);
  });

  it("explains why a tool was not called or a probe was skipped", () => {
    const page = pageOf(testReport({ tools: [testedTool(), uncalled] }));

    expect(page).toContain("Not called: its effect is destroy.");
    expect(page).toContain('<span class="reason">it answers too fast to be left</span>');
  });

  it("has no broken internal link, for any tool name", () => {
    const names = ["a", "a", "a.name", "", "tool-1", "1", "<i>", '" onclick="x'];
    const tools = names.map((name) => testedTool({ name, findings: [testFinding()] }));
    const page = pageOf(testReport({ tools }));
    const ids = all(page, /\sid="([^"]*)"/g);

    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining([...new Set(all(page, /href="#([^"]*)"/g))]));
  });
});

const attack = "</style></script><img src=x onerror=alert(1)>\"' &amp;\u202e\u0000\u001b[2J\u2028";

/** Returns a report in which this text fills every untrusted field. */
function reportWith(text: string): TestReport {
  const finding = testFinding({
    tool: text,
    input: { [text]: text },
    shrunkFrom: { [text]: [text] },
    pointer: text,
    expected: text,
    got: text,
    repeat: text,
  });
  const tool = testedTool({
    name: text,
    findings: [finding],
    skipped: { reason: "time-spent", message: text },
    probes: [{ kind: "valid", calls: 0, leftOut: text }],
  });
  return testReport({ server: text, label: text, tools: [tool], findings: [finding] });
}

describe("untrusted text in the HTML report", () => {
  it("never becomes markup", () => {
    const calm = pageOf(reportWith("calm"));
    const page = pageOf(reportWith(attack));

    expect(page).not.toMatch(/<img|<\/script/i);
    expect(all(page, /<(\/?\w+)/g)).toEqual(all(calm, /<(\/?\w+)/g));
    expect(page).toContain("&amp;amp;");
  });

  it("contains no unescaped invisible or reordering character", () => {
    const page = pageOf(reportWith(attack));

    expect(page.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(page).toContain("\\u{202e}");
    expect(page).toContain("\\u202e");
  });
});
