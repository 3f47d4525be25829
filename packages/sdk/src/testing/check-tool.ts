import type { Tool } from "../tool/tool.ts";
import { admissionPoints, conductPoints } from "./checklist/conduct-points.ts";
import { definitionPoints } from "./checklist/definition-points.ts";
import { type CheckOptions, gatherEvidence } from "./checklist/evidence.ts";
import { createReport, type Point, type Report } from "./checklist/report.ts";
import { resultPoints } from "./checklist/result-points.ts";

/** Every point of the checklist, in the order of the report. */
export const checklist: readonly Point[] = [
  ...admissionPoints,
  ...definitionPoints,
  ...resultPoints,
  ...conductPoints,
];

/**
 * Runs the whole checklist against a tool. Calls its examples twice and with every kind of invalid
 * input, checks its definition against the rules, and inspects its answers.
 *
 * @example
 * ```ts
 * declare const getCard: Tool;
 * declare const registry: ToolRegistry;
 * const report = await checkTool(getCard, {
 *   samples: [{ cardId: "card_456" }],
 *   registry,
 *   tests: { unit: ["tools/cards.test.ts"] },
 * });
 * if (!report.passed) throw new Error(String(report));
 * ```
 */
export async function checkTool(tool: Tool, options: CheckOptions = {}): Promise<Report> {
  const evidence = await gatherEvidence(tool, options);
  return createReport(
    tool.name,
    checklist.map(({ requirement, title, judge }) => ({ requirement, title, ...judge(evidence) })),
  );
}
