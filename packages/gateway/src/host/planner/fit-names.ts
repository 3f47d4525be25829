import type { Mention, Question, TextMention } from "./mention.ts";
import type { Parameter } from "./parameters.ts";

/** The question with its names as this tool would cut them. */
export function fitted(
  question: Question,
  parameters: readonly Parameter[],
  topics: ReadonlySet<string>,
): Question {
  const takesLists = parameters.some(({ kind }) => kind === "list");
  const takesParts = takesLists || parameters.filter(({ role }) => role.isPlace).length > 1;
  const whole = takesParts ? question.mentions : joined(question);
  const isTopic = (stem: string): boolean =>
    topics.has(stem) || parameters.some(({ cues }) => cues.has(stem));
  return {
    ...question,
    mentions: whole.map((mention) =>
      mention.kind === "text" && mention.form === "name"
        ? withoutClass(question, mention, isTopic)
        : mention,
    ),
  };
}

/** "Sydney, Australia" is one place, for a tool that asks for one. */
function joined({ tokens, mentions }: Question): readonly Mention[] {
  const result: Mention[] = [];
  for (const mention of mentions) {
    const before = result.at(-1);
    if (
      isName(before) &&
      isName(mention) &&
      mention.first === before.last + 2 &&
      tokens[before.last + 1]?.text === ","
    ) {
      result.splice(-1, 1, {
        ...before,
        text: `${before.text}, ${mention.text}`,
        last: mention.last,
      });
    } else result.push(mention);
  }
  return result;
}

function isName(mention: Mention | undefined): mention is TextMention {
  return mention?.kind === "text" && mention.form === "name";
}

/** "Lawyer Ada Lovelace" for a tool about lawyers is Ada Lovelace. */
function withoutClass(
  { tokens }: Question,
  mention: TextMention,
  isTopic: (stem: string) => boolean,
): TextMention {
  const first = tokens[mention.first];
  const rest = tokens[mention.first + 1];
  if (first === undefined || rest === undefined || mention.last === mention.first) return mention;
  const isClass =
    first.stems.length === 1 &&
    first.stems.every((stem) => isTopic(stem)) &&
    /^[\p{Lu}]/u.test(rest.text);
  if (!isClass) return mention;
  return {
    ...mention,
    text: mention.text.slice(first.text.length).trim(),
    first: mention.first + 1,
  };
}
