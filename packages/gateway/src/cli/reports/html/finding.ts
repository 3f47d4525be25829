import type { TestFinding } from "../../../probing/report.ts";
import { testRules } from "../../../probing/rules.ts";
import { count } from "../../style.ts";
import { type Html, html, jsonBlock, nothing } from "./html.ts";

const summaries: ReadonlyMap<string, string> = new Map(
  testRules.map(({ id, summary }) => [id, summary]),
);

/** Where the rule is explained on the page. */
export function ruleAnchor(rule: string): string {
  return `rule.${rule.replaceAll("/", ".")}`;
}

/** One thing that is wrong: what was expected, what came, and how to see it again. */
export function findingSection(finding: TestFinding): Html {
  const { rule, severity, expected, got, pointer = "", alike, repeat } = finding;
  const times = alike === 0 ? "" : ` The same with ${count(alike, "other input")}.`;
  const place = pointer === "" ? nothing : html` at <code dir="ltr">${pointer}</code>`;
  return html`<section class="finding is-${severity}">
<h4><span class="${severity}">${severity === "error" ? "Error" : "Warning"}:</span> ${summaries.get(rule) ?? rule} <a href="#${ruleAnchor(rule)}"><code>${rule}</code></a></h4>
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
