import type {
  ContractFacts,
  ProbeTally,
  TestedTool,
  TestFinding,
} from "../../../authoring/probing/report.ts";
import { probeTitles } from "../../../authoring/probing/report.ts";
import { count } from "../../style.ts";
import { findingAnchor, findingSection } from "./finding.ts";
import { type Html, html, nothing } from "./html.ts";

export interface PlacedTool {
  readonly tool: TestedTool;
  /** Target of links to this tool. */
  readonly anchor: string;
}

/** Gives each tool an anchor that is stable across reports, as far as its name allows. */
export function placeTools(tools: readonly TestedTool[]): readonly PlacedTool[] {
  const taken = new Set<string>();
  return tools.map((tool, index) => {
    const isPlain = /^[\w.-]+$/.test(tool.name) && !taken.has(tool.name);
    taken.add(tool.name);
    return { tool, anchor: isPlain ? `tool.${tool.name}` : `tool-${index + 1}` };
  });
}

export function nameOf({ name }: TestedTool): Html {
  return name === "" ? html`(no name)` : html`<bdi>${name}</bdi>`;
}

/** Renders the verdict on a tool in words, not only by color. */
export function verdictOf({ calls, findings, skipped }: TestedTool): Html {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const parts = [
    ...(errors > 0 ? [word("error", count(errors, "error"))] : []),
    ...(warnings > 0 ? [word("warning", count(warnings, "warning"))] : []),
  ];
  if (parts.length > 0) return html`${parts}`;
  if (calls === 0) return word("quiet", "not called");
  return word("fine", skipped === undefined ? "fine" : "fine so far");
}

function word(kind: string, text: string): Html {
  return html`<span class="word ${kind}">${text}</span>`;
}

/** Renders the details of one tool. */
export function toolSection({ tool, anchor }: PlacedTool): Html {
  const { findings, skipped, calls } = tool;
  const found = findings.length > 0 ? " found" : "";
  const uncalled = calls === 0 ? " uncalled" : "";
  return html`<section class="tool${found}${uncalled}" id="${anchor}" aria-labelledby="name.${anchor}">
<header><h3 id="name.${anchor}">${nameOf(tool)}</h3><p>${verdictOf(tool)}</p></header>
<ul class="facts">${factsOf(tool).map((fact) => html`<li>${fact}</li>`)}</ul>
${skipped === undefined ? nothing : html`<p>${calls === 0 ? "Not called" : "Not all was tried"}: ${skipped.message}.</p>`}
${findings.map((finding, index) => findingSection(finding, findingAnchor(anchor, index), 4))}
${probesOf(tool)}
<p class="top"><a href="#overview">All tools</a></p>
</section>`;
}

function factsOf({ facts, calls, answerMs }: TestedTool): readonly string[] {
  return [
    `Effect: ${facts.effect}`,
    facts.hasOutputSchema ? "Output schema" : "No output schema",
    ...promisesOf(facts),
    ...(facts.examples > 0 ? [count(facts.examples, "example")] : []),
    ...(calls > 0 ? [count(calls, "call")] : []),
    ...(answerMs === undefined
      ? []
      : [`Answers in ${milliseconds(answerMs.median)}, at most ${milliseconds(answerMs.slowest)}`]),
    ...(facts.unbroken > 0
      ? [`${count(facts.unbroken, "keyword")} that no input breaks alone`]
      : []),
  ];
}

function promisesOf({ idempotent, responseTime }: ContractFacts): readonly string[] {
  return [
    ...(idempotent === undefined ? [] : [idempotent ? "Idempotent" : "Not idempotent"]),
    ...(responseTime === undefined ? [] : [`Time class: ${responseTime}`]),
  ];
}

export function milliseconds(ms: number): string {
  return ms < 10_000 ? `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms` : seconds(ms);
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function probesOf({ probes, findings }: TestedTool): Html {
  if (probes.length === 0) return nothing;
  const rows = probes.map((tally) => probeRow(tally, findings));
  return html`<table>
<caption>What was tried</caption>
<thead><tr><th scope="col">Probe</th><th scope="col" class="number">Calls</th><th scope="col" class="number">Findings</th></tr></thead>
<tbody>${rows}</tbody>
</table>`;
}

function probeRow({ kind, calls, leftOut }: ProbeTally, findings: readonly TestFinding[]): Html {
  const title = capital(probeTitles[kind]);
  const found = findings.filter(({ probe }) => probe === kind).length;
  if (leftOut !== undefined && found === 0) {
    return html`<tr><th scope="row">${title} <span class="reason">${leftOut}</span></th><td class="number quiet" colspan="2">left out</td></tr>`;
  }
  const weight = found === 0 ? "quiet" : "strong";
  return html`<tr><th scope="row">${title}</th><td class="number">${calls}</td><td class="number ${weight}">${found}</td></tr>`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
