import type { TestFinding } from "../../../authoring/probing/report.ts";
import { testRules } from "../../../authoring/probing/rules.ts";
import { count } from "../../style.ts";
import { type Html, html, jsonBlock, nothing } from "./html.ts";

const summaries: ReadonlyMap<string, string> = new Map(
  testRules.map(({ id, summary }) => [id, summary]),
);

/** Returns the anchor of the rule's explanation. */
export function ruleAnchor(rule: string): string {
  return `rule.${rule.replaceAll("/", ".")}`;
}

/** Returns the anchor of the nth finding of a tool or of the server. */
export function findingAnchor(of: string, index: number): string {
  return `finding-${index + 1}.${of}`;
}

export function summaryOfRule(rule: string): string {
  return summaries.get(rule) ?? rule;
}

export function severityWord(severity: TestFinding["severity"]): Html {
  return html`<span class="${severity} strong">${severity === "error" ? "Error:" : "Warning:"}</span>`;
}

/** Renders one finding: expected, received, and how to reproduce it. */
export function findingSection(finding: TestFinding, anchor: string, level: 3 | 4): Html {
  const { rule, severity, expected, got, pointer = "", alike, repeat } = finding;
  const times = alike === 0 ? "" : ` The same with ${count(alike, "other input")}.`;
  const place = pointer === "" ? nothing : html` at <code dir="ltr">${pointer}</code>`;
  return html`<section class="finding is-${severity}" id="${anchor}">
<h${level}>${severityWord(severity)} ${summaryOfRule(rule)} <a href="#${ruleAnchor(rule)}"><code>${rule}</code></a></h${level}>
<dl>
<dt>Expected</dt><dd>${expected}</dd>
<dt>Got</dt><dd>${got}${place}.${times}</dd>
${inputOf(finding)}
<dt>See it again</dt><dd><pre class="whole" tabindex="0" dir="ltr"><code>${repeat}</code></pre></dd>
</dl>
</section>`;
}

function inputOf({ input, shrunkFrom }: TestFinding): Html {
  if (input === undefined) return nothing;
  const first =
    shrunkFrom === undefined
      ? nothing
      : html`<details><summary>The input that showed it first</summary>${jsonBlock(shrunkFrom)}</details>`;
  const term = shrunkFrom === undefined ? "Input" : "Smallest input";
  return html`<dt>${term}</dt><dd>${jsonBlock(input)}${first}</dd>`;
}
