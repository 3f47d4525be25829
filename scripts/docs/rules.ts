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
  const head = ["rule", "summary", ...profileNames];
  const rows = rules.map((rule) => [
    linkTo(rule),
    rule.summary,
    ...profileNames.map((name) => rule.severity[name] ?? "off"),
  ]);
  return page("docs/rules.md", "Rules", [
    "A rule is one check of a contract. A profile gives it a severity. `error` makes a tool uncallable. `warning` refuses nothing. `off` skips the rule. With several profiles the strictest severity counts.",
    "`npx toolcourt rules` prints the same list. The [requirements](requirements.md) that each rule serves have a table of their own.",
    table(head, rows),
  ]);
}

/** Returns a link from a page in `docs` to the rule's description. */
export function linkTo(rule: Rule): string {
  return `[${rule.id}](rules/${areaOf(rule)}.md#${anchor(rule)})`;
}

// Follows Markdown's heading anchors: lower case, without slashes.
function anchor({ id }: Rule): string {
  return id.replaceAll("/", "");
}

function describe(rule: Rule): string {
  const { id, summary, why, good, bad, repair } = rule;
  const weights = profileNames.map((name) => `${name} ${rule.severity[name] ?? "off"}`).join(", ");
  return [
    `## ${id}`,
    `${summary}.`,
    prose(why),
    [
      `- Severity: ${weights}`,
      ...(repair === undefined ? [] : ["- `toolcourt check --fix` can write what is missing."]),
    ].join("\n"),
    ...examples("Good", rule, good),
    ...examples("Bad", rule, bad),
  ].join("\n\n");
}

/** Characters above which an example is shown as a summary. */
const maxExampleLength = 2_048;

function examples(title: string, rule: Rule, given: readonly RuleExample[]): readonly string[] {
  return given.flatMap((example) => [`${title}:`, exampleText(rule, example)]);
}

function exampleText({ id }: Rule, example: RuleExample): string {
  if (Object.keys(example).length === 0) return "The contract that every rule accepts, unchanged.";
  const json = printableJson(example, 2);
  if (json.length <= maxExampleLength) return fence("json", json);
  return `${summaryOf(example)} \`npx toolcourt rules ${id}\` prints it whole.`;
}
