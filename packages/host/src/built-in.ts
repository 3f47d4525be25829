import { createPlanner, type Planner } from "./planner/planner.ts";
import type { PlannedTool, PlanQuestion } from "./ports.ts";

/** Plans without a model. Caches its index per list of tools. */
export function createBuiltInPlan(today?: () => string): PlanQuestion {
  const planners = new WeakMap<readonly PlannedTool[], Planner<PlannedTool>>();
  return ({ question, tools }) => {
    const planner = planners.get(tools) ?? createPlanner({ tools, ...(today && { today }) });
    planners.set(tools, planner);
    return planner.plan(question);
  };
}
