import { askedChange } from "./asked-change.ts";
import { fill } from "./fill.ts";
import type { Question } from "./mention.ts";
import { areConfused } from "./namesakes.ts";
import type { Plan } from "./plan.ts";
import { type PlannableTool, type PreparedTool, prepareTool } from "./prepared-tool.ts";
import { createRank, type RankedTool } from "./rank.ts";
import { shippedMeanings } from "./shipped-meanings.ts";
import { takeApart } from "./take-apart.ts";

export interface PlannerOptions<Tool extends PlannableTool> {
  readonly tools: readonly Tool[];
  /** The day that "today" means, as `YYYY-MM-DD`. Without it such words are no dates. */
  readonly today?: () => string;
  /** How well a tool must fit to be called at all, from 0 to 1. By default it depends on how many there are. */
  readonly leastFit?: number;
}

export interface Planner<Tool extends PlannableTool> {
  readonly plan: (question: string) => Plan;
  /** The likeliest tools, for a planner that chooses among fewer than all. */
  readonly narrow: (question: string, most: number) => readonly Tool[];
}

/**
 * How well the best of so many tools must fit: a third for one, and more the more there are to be best
 * by chance. Of texts and tools of real servers that have nothing to do with each other, about two
 * pairs in a hundred fit as well as a third. The slope follows how the best of many such tools grows.
 */
export function leastFitAmong(tools: number): number {
  return 1 / 3 + 0.08 * Math.log10(Math.max(1, tools));
}

/** Two tools that are as close as this cannot be told apart by what the question says. */
const leastLead = 0.02;
/** So many tools beside the best are looked at, and named when it is asked which one is meant. */
const mostRivals = 4;

/**
 * The planner that needs no model. It reads the question and the tools, and asks back rather than guess.
 *
 * @example
 * ```ts
 * const { plan } = createPlanner({ tools });
 * plan("What is the area of a circle with a radius of 4?");
 * ```
 */
export function createPlanner<Tool extends PlannableTool>({
  tools,
  today,
  leastFit = leastFitAmong(tools.length),
}: PlannerOptions<Tool>): Planner<Tool> {
  const rank = createRank(
    tools.map((tool) => prepareTool(tool)),
    shippedMeanings(),
  );
  const isReading = tools.every(({ effect }) => effect === "read");

  return {
    plan: (text) => {
      const question = takeApart(text, today?.());
      const [best, ...others] = rank(question, mostRivals + 1);
      if (best === undefined || best.fit < leastFit) return noToolFits;
      if (isReading && isOtherChange(question, best.prepared)) return noToolFits;
      const rivals = others.filter(
        ({ prepared, score }) =>
          best.score - score < leastLead || areConfused(question, best.prepared, prepared),
      );
      if (rivals.length > 0) return severalFit([best, ...rivals]);
      return planFor(best.prepared, fill(question, best.prepared));
    },
    narrow: (text, most) =>
      rank(takeApart(text, today?.()), most).map(({ prepared }) => prepared.tool),
  };
}

const noToolFits: Plan = {
  type: "needs_more_info",
  missing: ["tool"],
  question: "No tool fits this question. What should be done, and with what?",
};

/** A tool that says that it does what was ordered does it without leaving a trace: it removes blanks from a text. */
function isOtherChange({ text }: Question, { topics }: PreparedTool): boolean {
  const verb = askedChange(text);
  return verb !== undefined && !topics.has(verb);
}

function severalFit(ranked: readonly RankedTool<PlannableTool>[]): Plan {
  const names = ranked.map(({ prepared }) => shown(prepared.tool.name));
  return {
    type: "needs_more_info",
    missing: ["tool"],
    question: `Which tool is meant: ${names.join(" or ")}?`,
  };
}

function planFor({ tool, parameters }: PreparedTool, filling: ReturnType<typeof fill>): Plan {
  const { missing, unused, spokenOf } = filling;
  const open = new Set([...missing, ...spokenOf]);
  // A value that nothing took was meant for something: for one of those that are still empty.
  if (unused.length > 0 && open.size === 0) {
    for (const { name } of parameters) if (!Object.hasOwn(filling.arguments, name)) open.add(name);
  }
  if (open.size === 0 && unused.length === 0) {
    return { type: "call_tool", tool: tool.name, arguments: filling.arguments };
  }
  return { type: "needs_more_info", missing: [...open], question: askFor([...open], tool.name) };
}

function askFor(missing: readonly string[], tool: string): string {
  if (missing.length === 0)
    return `The question has a value that ${shown(tool)} has no place for. What is it for?`;
  return `What is meant for ${missing.map((name) => shown(name)).join(", ")} of ${shown(tool)}?`;
}

/** Names are a stranger's text: they are shown only where they are plain names. */
function shown(name: string): string {
  return /^[\w.:/-]{1,64}$/.test(name) ? `"${name}"` : "an argument with an odd name";
}
