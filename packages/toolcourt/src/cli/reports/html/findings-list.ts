import type { TestFinding, TestReport } from "../../../authoring/probing/report.ts";
import { findingAnchor, severityWord, summaryOfRule } from "./finding.ts";
import { type Html, html, nothing } from "./html.ts";
import { nameOf, type PlacedTool } from "./tool-section.ts";

/** Anchor for findings about the whole server. */
export const serverAnchor = "server";

interface Listed {
  readonly finding: TestFinding;
  readonly anchor: string;
  readonly name: Html;
}

/** Renders all findings, one line each, linked to their details. Errors come first. */
export function findingsList({ findings }: TestReport, tools: readonly PlacedTool[]): Html {
  const listed = [
    ...listedOf(findings, serverAnchor, html`the server as a whole`),
    ...tools.flatMap(({ tool, anchor }) =>
      listedOf(tool.findings, anchor, html`<code>${nameOf(tool)}</code>`),
    ),
  ];
  if (listed.length === 0) return nothing;
  const errors = listed.filter(({ finding }) => finding.severity === "error");
  const warnings = listed.filter(({ finding }) => finding.severity === "warning");
  return html`<section aria-labelledby="findings">
<h2 id="findings">Findings</h2>
<ol class="list">${[...errors, ...warnings].map(lineOf)}</ol>
</section>`;
}

function listedOf(findings: readonly TestFinding[], of: string, name: Html): readonly Listed[] {
  return findings.map((finding, index) => ({ finding, anchor: findingAnchor(of, index), name }));
}

function lineOf({ finding: { rule, severity }, anchor, name }: Listed): Html {
  return html`<li>${severityWord(severity)} <a href="#${anchor}">${summaryOfRule(rule)}</a> <span class="place">${name}</span></li>`;
}
