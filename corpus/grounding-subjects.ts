import { sentencesOf } from "../packages/host/src/grounding/sentences.ts";
import { paraphraseRejections } from "../packages/host/src/grounding/verify.ts";
import type { Row } from "./area.ts";
import { intervalOf } from "./host-figures.ts";
import { type Entity, type Sentence, sentencesIn } from "./redaction-pii.ts";

/** Swaps names in sentences whose names are annotated. */
export function subjectRows(folder: string): readonly Row[] {
  const sentences = sentencesIn(folder).filter(
    ({ full_text: text }) => sentencesOf(text).length === 1,
  );
  const named = sentences.map((sentence) => ({
    text: sentence.full_text,
    names: namesIn(sentence),
  }));
  const everybody = named.flatMap(({ names }) => names.map(({ entity_value: name }) => name));
  return [
    rowOf(
      "marked names, one from elsewhere",
      named.flatMap((one, at) => withAnother(one, everybody[(at * 7) % everybody.length] ?? "")),
    ),
    rowOf("marked names, two changed places", named.flatMap(withTwoTurned)),
  ].filter(({ note }) => note !== none);
}

const none = intervalOf(0, 0);

interface NamedText {
  readonly text: string;
  readonly names: readonly Entity[];
}

interface Claimed {
  readonly claim: string;
  readonly evidence: string;
}

function rowOf(what: string, claimed: readonly Claimed[]): Row {
  const letIn = claimed.filter(
    ({ claim, evidence }) => paraphraseRejections(claim, evidence).length === 0,
  );
  return {
    what: `paraphrase: false accepts, ${what}`,
    figure: letIn.length / Math.max(1, claimed.length),
    unit: "rate",
    bound: { at: "most", value: 0.1 },
    note: intervalOf(letIn.length, claimed.length),
  };
}

const kinds = new Set(["PERSON", "ORGANIZATION", "GPE"]);

function namesIn({ spans }: Sentence): readonly Entity[] {
  return spans
    .filter(({ entity_type: kind, entity_value: name }) => kinds.has(kind) && /^\p{Lu}/u.test(name))
    .toSorted((a, b) => a.start_position - b.start_position);
}

function withAnother({ text, names }: NamedText, other: string): readonly Claimed[] {
  const [first] = names;
  if (first === undefined || other === "" || text.includes(other)) return [];
  return [{ claim: replaced(text, first, other), evidence: text }];
}

/**
 * Swaps two names. List neighbors and two forms of one name may stand in any order, so they do not
 * count.
 */
function withTwoTurned({ text, names: [left, right] }: NamedText): readonly Claimed[] {
  if (left === undefined || right === undefined) return [];
  const [one, other] = [left.entity_value, right.entity_value];
  const between = text.slice(left.end_position, right.start_position);
  if (one.includes(other) || other.includes(one) || /^[\s,]*(?:and|or|&)?[\s,]*$/.test(between))
    return [];
  return [{ claim: replaced(replaced(text, right, one), left, other), evidence: text }];
}

function replaced(
  text: string,
  { start_position: start, end_position: end }: Entity,
  by: string,
): string {
  return text.slice(0, start) + by + text.slice(end);
}
