import { TypeError as CelTypeError, ParseError, type ParseResult } from "@marcbachmann/cel-js";
import {
  describeChoices,
  environment,
  limits,
  sequenceEnvironment,
  type Variable,
  variables,
} from "./environment.ts";
import type { CallFacts, Facts, Weight } from "./facts.ts";
import { ofCallAlone } from "./of-call-alone.ts";
import { type Cost, type Objection, survey } from "./survey.ts";

/** Cost limit of a question over all its conditions, in steps of about ten nanoseconds. */
export interface Budget {
  left: number;
}

/** Cost limit of all conditions of one question. */
export const maxSteps = 5_000_000;

export type Verdict = "true" | "false" | "failed";

/** A checked condition. Returns `failed` if it has no answer, as without a fact, or would cost too much. */
export type Condition = (facts: Partial<Facts>, weight: Weight, budget: Budget) => Verdict;

export type Compilation =
  | {
      readonly kind: "condition";
      readonly condition: Condition;
      /** Whether all calls of one principal and one tool get the same answer. */
      readonly isFixed: boolean;
      /** What it reads: a variable, or a field of one. */
      readonly reads: readonly string[];
      /** The same answer, for a condition that reads `call` alone and cannot fail. */
      readonly ofCall?: (call: CallFacts) => boolean;
    }
  | { readonly kind: "objections"; readonly objections: readonly Objection[] };

const maxLength = 2_000;

/**
 * Compiles a condition: checks its functions, types and maximum cost. It may read only the variables
 * in `readable`. Default: all.
 */
export function compileCondition(
  text: string,
  readable: readonly Variable[] = variables,
): Compilation {
  if (text.length > maxLength) {
    return refused([{ offset: 0, message: `This is longer than ${maxLength} characters.` }]);
  }
  const parsed = parse(text, readable);
  if (!("ast" in parsed)) return refused([parsed]);
  // Before type checking: the library's message may name a function we do not offer.
  const { objections, cost, isFixed, reads } = survey(parsed.ast, readable);
  if (objections.length > 0) return refused(objections);
  const untyped = typeObjection(parsed, readable);
  if (untyped !== undefined) return refused([untyped]);
  const ofCall = ofCallAlone(parsed.ast);
  const condition = bounded(parsed, cost);
  return { kind: "condition", condition, isFixed, reads, ...(ofCall && { ofCall }) };
}

function typeObjection(parsed: ParseResult, readable: readonly Variable[]): Objection | undefined {
  const { valid, type, error } = parsed.check();
  if (!valid) return objectionOf(error, readable);
  if (type === "bool" || type === "dyn") return undefined;
  return { offset: 0, message: "A condition is true or false; this is neither." };
}

function refused(objections: readonly Objection[]): Compilation {
  return { kind: "objections", objections };
}

function parse(text: string, readable: readonly Variable[]): ParseResult | Objection {
  try {
    return (readable.includes("call") ? sequenceEnvironment : environment).parse(text);
  } catch (error) {
    return objectionOf(error, readable);
  }
}

const wordings: Readonly<Record<string, string>> = {
  limit_exceeded: `This has too many parts, or is too deep: a condition has at most ${limits.maxAstNodes} parts, ${limits.maxDepth} deep, and lists of ${limits.maxListElements}. Write several statements.`,
  no_such_key: "There is no such field.",
  no_such_overload: "The types of the two operands differ.",
  no_matching_overload: "The function does not accept these arguments.",
  heterogeneous_list_element: "The elements of a list have one type.",
  invalid_macro_argument: "This does not accept its argument; has(a.b) takes a field.",
};

// The library's own message may repeat the text.
function objectionOf(error: unknown, readable: readonly Variable[]): Objection {
  if (!(error instanceof ParseError) && !(error instanceof CelTypeError)) {
    return { offset: 0, message: "This is not a condition in CEL." };
  }
  const fallback =
    error instanceof ParseError ? "This is not a condition in CEL." : "The types do not fit.";
  const message = wordingOf(error.code, readable) ?? fallback;
  return { offset: error.range?.start ?? 0, message };
}

function wordingOf(code: string, readable: readonly Variable[]): string | undefined {
  if (code === "unknown_variable") {
    const all = readable.includes("call") ? readable : variables;
    return `There is no such variable; there are ${describeChoices(all)}.`;
  }
  return Object.hasOwn(wordings, code) ? wordings[code] : undefined;
}

function bounded(run: ParseResult, cost: Cost): Condition {
  return (facts, weight, budget) => {
    budget.left -= stepBound(cost, weight);
    if (budget.left < 0) return "failed";
    try {
      const answer = withoutStacks(() => run(facts));
      if (typeof answer === "boolean") return answer ? "true" : "false";
      return "failed";
    } catch {
      // A missing key, a wrong type, a stack overflow: no answer is no permission.
      return "failed";
    }
  };
}

// The library creates an error for every missing value, and no one reads its stack. The stack is
// three quarters of the cost.
function withoutStacks(work: () => unknown): unknown {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Returns an upper bound of a condition's steps, often far above the real cost. */
function stepBound({ plain, wide, copies, literal }: Cost, { longest, size }: Weight): number {
  const max = Math.max(longest * copies, literal, 1);
  let steps = 0;
  for (const [depth, count] of plain.entries()) {
    if (count === 0) continue;
    steps += (count * plainSteps + (wide[depth] ?? 0) * size * copies) * max ** depth;
  }
  return steps;
}

/** Characters that cost as much as one plain step. */
const plainSteps = 10;
