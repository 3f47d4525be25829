import { createHash } from "node:crypto";
import {
  findingsOf,
  summaryOf,
  type TestFinding,
  type TestReport,
} from "../../../authoring/probing/report.ts";
import { testRules } from "../../../authoring/probing/rules.ts";
import { count } from "../../style.ts";
import type { Report } from "../report.ts";
import { testVerdict, verdictLine } from "../verdict.ts";
import {
  findingAnchor,
  findingSection,
  ruleAnchor,
  severityWord,
  summaryOfRule,
} from "./finding.ts";
import { type Html, html, nothing, stylesheet } from "./html.ts";
import { style } from "./style.ts";
import {
  milliseconds,
  nameOf,
  type PlacedTool,
  placeTools,
  seconds,
  toolSection,
  verdictOf,
} from "./tool-section.ts";

/**
 * Renders a self-contained page without network requests or scripts. It shows what was tried and how
 * long it took, which only a test knows.
 */
export function htmlPage({ tested: report }: Pick<Report, "tested">): string {
  const tools = placeTools(report.tools);
  const title = `${testVerdict(report).sentence} ${report.server}, tested by toolcourt`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ html: contentPolicy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${stylesheet(style)}
</head>
<body>
<a class="skip" href="#overview">Skip to the tools</a>
${opening(report)}
<main>
${findingsList(report, tools)}
${overview(tools)}
${aboutServer(report)}
${each(tools)}
${broken(report)}
</main>
<footer><p>The same inputs are drawn again with <code>--seed ${report.seed}</code>. A click on a command selects all of it.</p></footer>
</body>
</html>`.html;
}

// The hash admits only our own stylesheet, even if other styles were injected.
const contentPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'`;

const verdictClasses = {
  passed: "fine",
  failed: "error",
  unfinished: "warning",
  nothing: "warning",
} as const;

function opening(report: TestReport): Html {
  const { server, label, seed, durationMs, startedAt, profiles, budget, transport } = report;
  const { tools, tested, calls } = summaryOf(report);
  const began = new Date(startedAt).toISOString();
  const verdict = testVerdict(report);
  const figures: readonly (readonly [string, Html])[] = [
    [transport === "http" ? "Address" : "Program", html`<bdi>${label}</bdi>`],
    ["Tools called", html`${tested} of ${tools}`],
    ["Calls", html`${calls}`],
    ["Duration", html`${seconds(durationMs)}`],
    ["Seed", html`${seed}`],
    ["Profile", html`${profiles.join(", ")}`],
    ["Budget", html`${budget.callsPerTool} calls a tool, ${budget.timeMs / 1_000} s`],
    ["Began", html`<time datetime="${began}">${began.slice(0, 16).replace("T", " ")} UTC</time>`],
  ];
  return html`<header>
<p class="kind">Toolcourt test</p>
<h1><bdi>${server}</bdi></h1>
<p class="verdict"><span class="${verdictClasses[verdict.kind]}">${verdictLine(verdict)}</span></p>
<dl class="figures">${figures.map(([term, figure]) => html`<div><dt>${term}</dt><dd>${figure}</dd></div>`)}</dl>
</header>`;
}

function aboutServer({ findings }: TestReport): Html {
  if (findings.length === 0) return nothing;
  return html`<section aria-labelledby="${serverAnchor}"><h2 id="${serverAnchor}">The server as a whole</h2>${findings.map((finding, index) => findingSection(finding, findingAnchor(serverAnchor, index), 3))}</section>`;
}

function overview(tools: readonly PlacedTool[]): Html {
  if (tools.length === 0) return html`<section><h2 id="overview">No tools</h2></section>`;
  return html`<section aria-labelledby="overview">
<h2 id="overview">Tools</h2>
<table>
<thead><tr><th scope="col">Tool</th><th scope="col" class="wide">Effect</th><th scope="col">Verdict</th><th scope="col" class="number">Calls</th><th scope="col" class="number wide">Median answer</th></tr></thead>
<tbody>${tools.map(overviewRow)}</tbody>
</table>
</section>`;
}

function overviewRow({ tool, anchor }: PlacedTool): Html {
  const answer = tool.answerMs === undefined ? "" : milliseconds(tool.answerMs.median);
  return html`<tr><th scope="row"><a href="#${anchor}"><code>${nameOf(tool)}</code></a></th><td class="wide word">${tool.facts.effect}</td><td>${verdictOf(tool)}</td><td class="number">${tool.calls}</td><td class="number wide">${answer}</td></tr>`;
}

function each(tools: readonly PlacedTool[]): Html {
  if (tools.length === 0) return nothing;
  return html`<section aria-labelledby="each">
<h2 id="each">Tool by tool</h2>
${tools.length > 1 ? choice(tools) : nothing}
${tools.map(toolSection)}
</section>`;
}

/** Renders the tool filter. It uses CSS only, so no script is needed. */
function choice(tools: readonly PlacedTool[]): Html {
  const found = tools.filter(({ tool }) => tool.findings.length > 0).length;
  const uncalled = tools.filter(({ tool }) => tool.calls === 0).length;
  return html`<fieldset class="show"><legend>Show</legend>
<label><input type="radio" name="show" id="show-all" checked>all ${tools.length}</label>
<label><input type="radio" name="show" id="show-findings">${count(found, "tool")} with findings</label>
<label><input type="radio" name="show" id="show-uncalled">${uncalled} not called</label>
</fieldset>`;
}

/** Renders the rationale of each broken rule. */
function broken(report: TestReport): Html {
  const ids = new Set<string>(findingsOf(report).map(({ rule }) => rule));
  if (ids.size === 0) return nothing;
  const rules = testRules.filter(({ id }) => ids.has(id));
  return html`<section aria-labelledby="rules"><h2 id="rules">Why it matters</h2>
<dl class="rules">${rules.map(({ id, summary, why }) => html`<dt id="${ruleAnchor(id)}">${summary} <code>${id}</code></dt><dd>${why.replaceAll(/\s+/g, " ")}</dd>`)}</dl></section>`;
}

/** Anchor for findings about the whole server. */
const serverAnchor = "server";

interface Listed {
  readonly finding: TestFinding;
  readonly anchor: string;
  readonly name: Html;
}

/** Renders all findings, one line each, linked to their details. Errors come first. */
function findingsList({ findings }: TestReport, tools: readonly PlacedTool[]): Html {
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
