import { functionWords, phraseEnds } from "./closed-class.ts";
import type { Mention, Question, TextMention } from "./mention.ts";
import type { PreparedTool } from "./prepared-tool.ts";
import { type Token, tokenAt } from "./words.ts";

/** Returns the question with its names split as this tool needs them. */
export function fitted(question: Question, tool: PreparedTool): Question {
  const { parameters } = tool;
  const takesParts = parameters.filter(({ role }) => role.isPlace).length > 1;
  const whole = takesParts ? question.mentions : joined(question);
  const names = new Set(parameters.map(({ name }) => name.toLowerCase()));
  const mentions = whole
    .filter((mention) => !isNameOfParameter(mention, names))
    .map((mention) =>
      isName(mention) ? withNoun(question, withoutClass(question, mention, tool), tool) : mention,
    );
  return { ...question, mentions };
}

/** Detects "Sample_A: [3, 4]": it names the list and is no value. */
function isNameOfParameter(mention: Mention, names: ReadonlySet<string>): boolean {
  if (mention.kind !== "text" || mention.form === "quoted") return false;
  return names.has(mention.text.toLowerCase().replaceAll(" ", "_"));
}

/** Joins "Sydney, Australia" into one place, for a tool that takes one. */
function joined({ tokens, mentions }: Question): readonly Mention[] {
  const result: Mention[] = [];
  for (const mention of mentions) {
    const before = result.at(-1);
    const isNext = isName(before) && mention.first === before.last + 2;
    if (isNext && isName(mention) && tokenAt(tokens, before.last + 1).text === ",") {
      const text = `${before.text}, ${mention.text}`;
      result.splice(-1, 1, { ...before, text, last: mention.last });
    } else result.push(mention);
  }
  return result;
}

function isName(mention: Mention | undefined): mention is TextMention {
  return mention?.kind === "text" && mention.form === "name";
}

/** Reads "Lawyer Ada Lovelace" as Ada Lovelace, for a tool about lawyers. */
function withoutClass(
  { tokens }: Question,
  mention: TextMention,
  { parameters, topics }: PreparedTool,
): TextMention {
  const first = tokenAt(tokens, mention.first);
  const isClass = (stem: string): boolean =>
    topics.has(stem) || parameters.some(({ cues }) => cues.has(stem));
  if (mention.last === mention.first || first.stems.length !== 1) return mention;
  if (!first.stems.every(isClass) || !/^\p{Lu}/u.test(tokenAt(tokens, mention.first + 1).text)) {
    return mention;
  }
  const text = mention.text.slice(first.text.length).trim();
  return { ...mention, text, first: mention.first + 1 };
}

/**
 * Extends a place by a following noun, as in "in the Amazon rainforest", unless the noun only says
 * it is a place.
 */
function withNoun({ tokens }: Question, mention: TextMention, tool: PreparedTool): TextMention {
  const next = tokenAt(tokens, mention.last + 1);
  const isDefinite = tokenAt(tokens, mention.first - 1).lower === "the";
  const before = tokenAt(tokens, mention.first - (isDefinite ? 2 : 1)).lower;
  const isOwned = /['’]s?$/u.test(tokenAt(tokens, mention.last).text);
  if (!/^(?:in|at|near|around)$/.test(before) || isOwned) return mention;
  if (!isNoun(next) || next.stems.some((stem) => tool.words.has(stem))) return mention;
  return { ...mention, text: `${mention.text} ${next.text}`, last: mention.last + 1 };
}

function isNoun({ kind, lower }: Token): boolean {
  if (kind !== "word" || functionWords.has(lower) || phraseEnds.has(lower)) return false;
  return !/(?:ing|ed|ly|s)$/.test(lower) && !/^(?:area|region|city|district|state)$/.test(lower);
}
