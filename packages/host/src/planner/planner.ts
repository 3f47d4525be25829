import { fill } from "./fill.ts";
import { shippedMeanings } from "./meanings.ts";
import type { Question } from "./mention.ts";
import type { Plan } from "./plan.ts";
import { type PlannableTool, type PreparedTool, prepareTool } from "./prepared-tool.ts";
import { createRank, type RankedTool } from "./rank.ts";
import { takeApart } from "./take-apart.ts";
import { type Token, tokensOf } from "./words.ts";

interface PlannerOptions<Tool extends PlannableTool> {
  readonly tools: readonly Tool[];
  /** Minimum fit for a call, from 0 to 1. Default: depends on the number of tools. */
  readonly minFit?: number;
}

/**
 * Returns the minimum fit of the best of this many tools. It is a third for one, and grows with the
 * chance of a random best. Among unrelated texts and tools of real servers, about 2 % of pairs fit
 * as well as a third. The slope follows how the best of many such tools grows.
 */
export function minFitAmong(tools: number): number {
  return 1 / 3 + 0.08 * Math.log10(Math.max(1, tools));
}

/** Minimum lead of the best tool. Below it the question does not distinguish two tools. */
const minLead = 0.02;
/** Maximum rivals of the best tool to inspect, and to list when asking back. */
const maxRivals = 4;

/** The planner that needs no model. It asks back rather than guess. */
export class Planner<Tool extends PlannableTool> {
  readonly #rank: ReturnType<typeof createRank<Tool>>;
  readonly #minFit: number;
  readonly #isReading: boolean;

  constructor({ tools, minFit = minFitAmong(tools.length) }: PlannerOptions<Tool>) {
    const prepared = tools.map((tool) => prepareTool(tool));
    this.#rank = createRank(prepared, shippedMeanings());
    this.#minFit = minFit;
    this.#isReading = tools.every(({ effect }) => effect === "read");
  }

  /** Plans for a question. Without `today`, as `YYYY-MM-DD`, "today" is no date. */
  plan(text: string, today?: string): Plan {
    const question = takeApart(text, today);
    const [best, ...others] = this.#rank(question, maxRivals + 1);
    if (best === undefined || best.fit < this.#minFit) return noToolFits;
    if (this.#isReading && isOtherChange(question, best.prepared)) return noToolFits;
    const rivals = others.filter(
      ({ prepared, score }) =>
        best.score - score < minLead || areConfused(question, best.prepared, prepared),
    );
    if (rivals.length > 0) return severalFit([best, ...rivals]);
    return planFor(best.prepared, fill(question, best.prepared));
  }

  /** Returns the most likely tools, for a planner that needs a shortlist. */
  narrow(text: string, most: number): readonly Tool[] {
    return this.#rank(takeApart(text), most).map(({ prepared }) => prepared.tool);
  }
}

/** Returns the planner of a list of tools. Caches its index per list. */
export function createPlannerOf<Tool extends PlannableTool>(): (
  tools: readonly Tool[],
) => Planner<Tool> {
  const planners = new WeakMap<readonly Tool[], Planner<Tool>>();
  return function plannerOf(tools) {
    const planner = planners.get(tools) ?? new Planner({ tools });
    planners.set(tools, planner);
    return planner;
  };
}

const noToolFits: Plan = {
  type: "needs_more_info",
  missing: ["tool"],
  question: "No tool fits this question. What should be done, and with what?",
};

/**
 * Returns whether a question orders a change the tool does not mention. A read-only tool that has
 * the verb does it without side effects: it removes blanks from a text.
 */
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
  // An unused value was meant for something, so all empty parameters become open.
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

/** Shows a name only if it is a plain name: names are upstream text. */
function shown(name: string): string {
  return /^[\w.:/-]{1,64}$/.test(name) ? `"${name}"` : "an argument with an odd name";
}

// A read-only tool can share most words with a requested change: "write this to memory" resembles
// the tool that reads the memory.

/** Verbs that change something, with any object. */
const changing =
  /^(?:append|delete|erase|insert|modify|overwrite|publish|remove|rename|save|send|store|update|upload)$/;
/** Verbs that change something only with a destination: a summary is written, too. */
const changingPlace = /^(?:add|copy|move|put|write)$/;
const towards = /^(?:to|into|onto)$/;

/** Words that may precede an order: "please", "could you", "I would like to". */
const before =
  /^(?:please|kindly|now|then|just|also|can|could|will|would|you|i|we|i'd|i’d|want|need|like|help|me|let's|let’s|let|us|go|ahead|and|to)$/;

/** Returns the stem of the verb by which a question plainly orders a change. */
export function askedChange(question: string): string | undefined {
  const words = tokensOf(question).filter(({ kind }) => kind === "word");
  const at = words.findIndex(({ lower }) => !before.test(lower));
  const [verb, ...rest] = at === -1 ? [] : words.slice(at);
  return verb !== undefined && isChange(verb, rest) ? verb.stems[0] : undefined;
}

function isChange({ lower }: Token, rest: readonly Token[]): boolean {
  if (changing.test(lower)) return true;
  return changingPlace.test(lower) && rest.some((word) => towards.test(word.lower));
}

/** Share of common words above which two tools read as the same. */
const alike = 0.75;

/**
 * Returns whether two tools describe themselves alike and the question has no word unique to the
 * first. An example is the same tool on two servers. A lead in rank is then chance.
 */
function areConfused(question: Question, best: PreparedTool, other: PreparedTool): boolean {
  if (shareInCommon(best.topics, other.topics) < alike) return false;
  const speaksFor = (one: PreparedTool, another: PreparedTool): boolean =>
    [...one.known].some((stem) => !another.known.has(stem) && question.stems.has(stem));
  return !speaksFor(best, other) || speaksFor(other, best);
}

function shareInCommon(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const all = some.union(others).size;
  return all === 0 ? 1 : some.intersection(others).size / all;
}
