import type { Plan } from "../packages/host/src/planner/plan.ts";
import { Planner } from "../packages/host/src/planner/planner.ts";
import type { Row } from "./area.ts";
import type { BfclFile, BfclRow } from "./host-bfcl.ts";
import { intervalOf } from "./host-figures.ts";
import { faultIn } from "./host-slots.ts";

/** Measures the complete planner: the tool chosen or none, its arguments filled in or asked for. */
export function wholeRows({ name, kind, rows }: BfclFile): readonly Row[] {
  const planned = rows.map((row) => ({
    row,
    plan: new Planner({ tools: row.tools }).plan(row.question),
  }));
  const calls = planned.filter(({ plan }) => plan.type === "call_tool");
  if (kind === "irrelevant") {
    return [
      {
        what: `${name}, whole plan: calls where no tool fits`,
        figure: calls.length / rows.length,
        unit: "rate",
        note: intervalOf(calls.length, rows.length),
      },
    ];
  }
  if (kind === "relevant") return [];
  const right = calls.filter(({ row, plan }) => isRight(row, plan));
  return [
    {
      what: `${name}, whole plan: calls that are right`,
      figure: calls.length === 0 ? 0 : right.length / calls.length,
      unit: "rate",
      note: `${intervalOf(right.length, calls.length)}; a call for ${((calls.length / rows.length) * 100).toFixed(1)} % of ${rows.length}`,
    },
  ];
}

function isRight({ gold, tools }: BfclRow, plan: Plan): boolean {
  const tool = tools.find((one) => one.name === gold?.tool);
  if (plan.type !== "call_tool" || gold === undefined || tool === undefined) return false;
  return plan.tool === gold.tool && faultIn(plan.arguments, gold.values, tool.input) === undefined;
}
