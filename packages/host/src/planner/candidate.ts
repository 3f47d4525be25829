import type { JsonValue } from "@toolcourt/sdk";
import type { DayMention, ListMention, Mention, Question } from "./mention.ts";
import { numberFor } from "./number-form.ts";
import type { Parameter } from "./parameters.ts";
import { itemOf } from "./take-apart.ts";
import { isInForm } from "./text-form.ts";
import { isUnitParameter } from "./unit-words.ts";
import { between, writtenAs } from "./words.ts";

/** A mention as the value of one parameter. */
export interface Candidate {
  readonly mention: Mention;
  readonly value: JsonValue;
  /**
   * Whether only an explicit statement in the question counts, because the types do not match well.
   */
  readonly isUnlikely: boolean;
}

/** Returns the mentions a parameter's type accepts, with their values. */
export function candidatesFor(question: Question, parameter: Parameter): readonly Candidate[] {
  if (parameter.constant !== undefined) return [];
  const candidates =
    parameter.kind === "list" ? listsFor(question, parameter) : singlesFor(question, parameter);
  return candidates.filter(({ value }) => parameter.admits(value));
}

function singlesFor(question: Question, parameter: Parameter): readonly Candidate[] {
  return question.mentions.flatMap((mention) => {
    const value = valueFor(question, parameter, mention);
    if (value === undefined) return [];
    return [{ mention, value, isUnlikely: parameter.kind === "text" && mention.kind === "number" }];
  });
}

function valueFor(
  question: Question,
  parameter: Parameter,
  mention: Mention,
): JsonValue | undefined {
  if (parameter.kind === "text") return textFor(question, parameter, mention);
  const isNumeric = parameter.kind === "number" || parameter.kind === "integer";
  return isNumeric && mention.kind === "number" ? numberFor(parameter, mention) : undefined;
}

function textFor({ tokens }: Question, parameter: Parameter, mention: Mention): string | undefined {
  if (isUnitParameter(parameter)) return undefined;
  if (parameter.dayForm !== undefined) {
    return mention.kind === "day" ? dayFor(parameter.dayForm, mention) : undefined;
  }
  if (mention.kind === "number") return writtenAs(tokens, mention.first, mention.last);
  return mention.kind === "text" && isInForm(parameter, mention) ? mention.text : undefined;
}

function dayFor(form: string, { iso }: DayMention): string {
  const [year = "", month = "", day = ""] = iso.split("-");
  return form
    .replace(/Y+/, (run) => (run.length === 2 ? year.slice(2) : year))
    .replace("MM", month)
    .replace("DD", day);
}

/** Returns lists, and pairs joined by "and". */
function listsFor(question: Question, { items, choices }: Parameter): readonly Candidate[] {
  if (items === "other" || choices.length > 0) return [];
  const lists = question.mentions.filter((mention) => mention.kind === "list");
  const pairs = question.mentions.flatMap((left, at) =>
    pairOf(question, left, question.mentions[at + 1]),
  );
  return [...lists, ...pairs]
    .filter((mention) =>
      mention.items.every((item) => (items === "number") === (typeof item === "number")),
    )
    .map((mention) => ({ mention, value: [...mention.items], isUnlikely: false }));
}

function pairOf(
  { tokens }: Question,
  left: Mention,
  right: Mention | undefined,
): readonly ListMention[] {
  if (right?.kind !== left.kind || left.kind === "list" || left.kind === "day") return [];
  const joint = left.kind === "number" ? /^(?:and|,|&)$/ : /^(?:and|&)$/;
  if (!joint.test(between(tokens, left.last, right.first))) return [];
  const { first, last } = { first: left.first, last: right.last };
  return [{ kind: "list", items: [itemOf(left), itemOf(right)], first, last }];
}
