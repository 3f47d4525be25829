import { printableJson } from "@toolcourt/gateway";
import { profileNames, type Rule, type RuleExample } from "@toolcourt/sdk/rules";
import { fence, type Page, page, prose, table } from "./page.ts";
import { summaryOf } from "./summary.ts";

/** Returns an index, and one page per area. */
export function rulePages(rules: readonly Rule[]): readonly Page[] {
  const areas = Map.groupBy(rules, areaOf);
  return [
    index(rules),
    ...Array.from(areas, ([area, own]) =>
      page(`docs/rules/${area}.md`, `Rules: ${area}`, own.map(describe)),
    ),
  ];
}

function areaOf({ id }: Rule): string {
  return id.slice(0, id.indexOf("/"));
}

function index(rules: readonly Rule[]): Page {
  const head = ["rule", "summary", ...profileNames, "requirements"];
  const rows = rules.map((rule) => [
    `[${rule.id}](rules/${areaOf(rule)}.md#${anchor(rule)})`,
    rule.summary,
    ...profileNames.map((name) => rule.severity[name] ?? "off"),
    rule.requirements.join(", "),
  ]);
  return page("docs/rules.md", "Rules", [
    "A rule is one check of a contract. A profile gives it a severity: `error` makes a tool uncallable, `warning` refuses nothing, `off` does not look. Of several profiles the strictest counts. The same on the command line: `toolcourt rules`.",
    table(head, rows),
  ]);
}

// Follows Markdown's heading anchors: lower case, without slashes.
function anchor({ id }: Rule): string {
  return id.replaceAll("/", "");
}

function describe(rule: Rule): string {
  const { id, summary, why, requirements, good, bad, repair } = rule;
  const weights = profileNames.map((name) => `${name} ${rule.severity[name] ?? "off"}`).join(", ");
  const served =
    requirements.length === 0 ? "none; the rule goes beyond them" : requirements.join(", ");
  return [
    `## ${id}`,
    `${summary}.`,
    prose(why),
    [
      `- Severity: ${weights}`,
      `- Requirements: ${served}`,
      ...(repair === undefined ? [] : ["- `toolcourt check --fix` can write what is missing."]),
    ].join("\n"),
    ...examples("Good", rule, good),
    ...examples("Bad", rule, bad),
  ].join("\n\n");
}

/** Characters above which an example is shown as a summary. */
const longestExample = 2_048;

function examples(title: string, rule: Rule, given: readonly RuleExample[]): readonly string[] {
  return given.flatMap((example) => [`${title}:`, exampleText(rule, example)]);
}

function exampleText({ id }: Rule, example: RuleExample): string {
  if (Object.keys(example).length === 0) return "The contract that every rule accepts, unchanged.";
  const json = printableJson(example, 2);
  if (json.length <= longestExample) return fence("json", json);
  return `${summaryOf(example)} \`npx toolcourt rules ${id}\` prints it whole.`;
}
