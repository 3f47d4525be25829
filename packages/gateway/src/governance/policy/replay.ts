import { createAsk } from "./evaluate.ts";
import type { Known } from "./learn-conditions.ts";
import type { Policy, Statement } from "./policy.ts";
import { and, Judging, type Maybe, not, type RecordedQuestion } from "./recorded-question.ts";

export interface Replayed {
  readonly answer: "allowed" | "refused" | "unknown";
  /** The statement that decides. Undefined if none does, or if that is not known. */
  readonly statement: string | undefined;
  /** What the answer depends on and the record lacks, such as `args`. */
  readonly lacks: readonly string[];
}

/**
 * Answers a recorded question by another policy. What the record lacks stays open. `known` is what
 * the recorded decision proves about conditions, by their text.
 */
export function replay(
  policy: Policy,
  question: RecordedQuestion,
  known: ReadonlyMap<string, Known> = new Map(),
): Replayed {
  const judging = new Judging(policy, question);
  const ask = createAsk(policy, { ...question, args: {} });
  const holds = (statement: Statement): Maybe => {
    const { condition, entry } = statement;
    if (condition === undefined) return true;
    const proven = known.get(entry.when ?? "")?.[entry.effect];
    if (proven !== undefined) return proven;
    const open = judging.openIn(statement);
    if (open.length > 0) return judging.add(open);
    // A failed deny counts as a match, as it does for a call.
    return ask(statement) === "true" || (entry.effect === "deny" && ask(statement) === "failed");
  };
  const judged = policy.statements.map((statement): Judged => {
    const matched = judging.matches(statement);
    return { statement, is: matched === false ? false : and(matched, holds(statement)) };
  });
  const denies = judged.filter(({ statement }) => statement.entry.effect === "deny");
  const allows = judged.filter(({ statement }) => statement.entry.effect === "allow");
  const answer = and(not(judging.isMissing()), and(not(anyOf(denies)), anyOf(allows)));
  if (answer === "unknown") {
    return { answer, statement: undefined, lacks: [...judging.lacks].toSorted() };
  }
  const statement = firstOf(answer ? allows : denies);
  return { answer: answer ? "allowed" : "refused", statement, lacks: [] };
}

interface Judged {
  readonly statement: Statement;
  readonly is: Maybe;
}

function anyOf(judged: readonly Judged[]): Maybe {
  if (judged.some(({ is }) => is === true)) return true;
  return judged.some(({ is }) => is === "unknown") ? "unknown" : false;
}

/** Undefined if another one before it may decide. */
function firstOf(judged: readonly Judged[]): string | undefined {
  const first = judged.find(({ is }) => is !== false);
  return first?.is === true ? first.statement.entry.id : undefined;
}
