import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import { diffRules } from "@toolcourt/contracts/internal/revisions/rules";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { freeQueryRule } from "@toolcourt/gateway/internal/http-tools/drafts/free-query-rule";
import {
  everywhere,
  type ProfileName,
  profileNames,
  type Rule,
  type RuleExample,
} from "@toolcourt/sdk/rules";
import { testRules } from "../../../authoring/probing/rules.ts";
import { defineCommand, jsonFlag, type Terminal } from "../../command.ts";
import { unknown } from "../../names.ts";
import { count, createPaint, indent, tableRows, wrap } from "../../style.ts";
import { suggested } from "../../suggest.ts";

export const command = defineCommand({
  flags: { json: jsonFlag },
  notes: [
    "An example shows only the difference from a contract that passes every rule.",
    "Rules of toolcourt test, toolcourt diff and drafts (test/..., diff/..., draft/...) are explained too, and not listed.",
  ],

  async run({ values, positionals: [id] }, { terminal }) {
    if (id === undefined) {
      terminal.out(values.json ? printableJson(allRules.map(toJson)) : list(terminal));
      return 0;
    }
    const known: readonly ExplainedRule[] = [...allRules, ...otherRules];
    const rule = known.find((each) => each.id === id);
    if (rule === undefined) {
      const ids = known.map((each) => each.id);
      throw new Refusal("rule-unknown", unknown(id, ids));
    }
    terminal.out(values.json ? printableJson(toJson(rule)) : explain(rule, terminal));
    return 0;
  },
});

function toJson(rule: ExplainedRule): object {
  const { id, summary, severity, requirements, why, good, bad, repair } = rule;
  return { id, summary, severity, requirements, why, good, bad, repairable: repair !== undefined };
}

function list(terminal: Terminal): string {
  const paint = createPaint(terminal);
  const rows = allRules.flatMap((rule) => [
    [paint("bold", rule.id), `${rule.summary}.`],
    ["", paint("dim", weights(rule).join("; "))],
  ]);
  const total = `${count(allRules.length, "rule")}. One of them in full: ${suggested("toolcourt rules <id>", terminal)}`;
  return [...tableRows(rows), "", total].join("\n");
}

/** Groups profiles by severity: `error: core, registry`. */
function weights({ severity }: ExplainedRule): readonly string[] {
  return (["error", "warning"] as const).flatMap((weight) => {
    const profiles = profileNames.filter((name: ProfileName) => severity[name] === weight);
    if (profiles.length === 0) return [];
    return [
      `${weight}: ${profiles.length === profileNames.length ? "every profile" : profiles.join(", ")}`,
    ];
  });
}

function explain(rule: ExplainedRule, terminal: Terminal): string {
  const paint = createPaint(terminal);
  const { id, summary, why, good, bad, repair } = rule;
  return [
    `${paint("bold", id)}  ${summary}.`,
    ...indent(weights(rule)),
    "",
    ...wrap(why, Math.min(terminal.columns, 100)),
    ...(repair === undefined
      ? []
      : ["", `${suggested("toolcourt check --fix", terminal)} can write what is missing.`]),
    ...examples(paint("green", "Good"), good),
    ...examples(paint("red", "Bad"), bad),
  ].join("\n");
}

function examples(title: string, given: readonly RuleExample[]): readonly string[] {
  return given.flatMap((example) => [
    "",
    `${title}:`,
    ...indent(printableJson(example, 2).split("\n")),
  ]);
}

/** The documentation of a rule. */
export type ExplainedRule = Omit<Rule, "check">;

/**
 * Rules that need more than a contract: calls to a server, two versions of a tool, or a draft's
 * request.
 */
export const otherRules: readonly ExplainedRule[] = [
  { ...freeQueryRule, good: [], bad: [] },
  ...testRules.map((rule) => ({ ...rule, good: [], bad: [] })),
  ...diffRules.map((rule) => ({ ...rule, severity: everywhere(rule.severity), good: [], bad: [] })),
];
