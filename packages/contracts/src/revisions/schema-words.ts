import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import { type Phrase, quoted, quotedList } from "./phrase.ts";

/** One schema keyword, before and after. */
export interface Changed {
  readonly keyword: string;
  readonly side: "input" | "output";
  /** The schema that contains the keyword, before and after. */
  readonly old: JsonSchema;
  readonly now: JsonSchema;
}

/** Explains a changed keyword to callers and reviewers. */
export function schemaWords(changed: Changed, isUnproven: boolean): Phrase {
  const words = (special.get(changed.keyword) ?? byValue)(changed);
  return isUnproven
    ? [...words, " Whether that breaks callers could be neither proven nor ruled out."]
    : words;
}

const special: ReadonlyMap<string, (changed: Changed) => Phrase> = new Map<
  string,
  (changed: Changed) => Phrase
>([
  ["required", requiredWords],
  ["enum", listWords],
  ["const", byValue],
  ["type", byValue],
  ["additionalProperties", memberWords],
  ["unevaluatedProperties", memberWords],
  ["$schema", () => ["The schema can no longer be used at all."]],
]);

function requiredWords({ side, old, now }: Changed): Phrase {
  const [before, after] = [textsIn(own(old, "required")), textsIn(own(now, "required"))];
  if (side === "input") {
    const names = newIn(before, after);
    return names.length === 0
      ? ["More must be given than before."]
      : ["Now must be given: ", ...quotedList(names), "."];
  }
  const names = newIn(after, before);
  return names.length === 0
    ? ["Less is promised than before."]
    : ["May now be missing: ", ...quotedList(names), "."];
}

function listWords(changed: Changed): Phrase {
  const { side, old, now } = changed;
  const [before, after] = [own(old, "enum"), own(now, "enum")].map(textsOfValues);
  if (before === undefined || after === undefined) return byValue(changed);
  const [lost, gained] = [newIn(after, before), newIn(before, after)];
  return side === "input"
    ? ["No longer taken: ", ...quotedList(lost), "."]
    : ["May now be answered: ", ...quotedList(gained), "."];
}

function memberWords(changed: Changed): Phrase {
  const { side, old, now } = changed;
  const [before, after] = [namesIn(old), namesIn(now)];
  const names = side === "input" ? newIn(after, before) : newIn(before, after);
  if (names.length === 0) {
    return side === "input"
      ? ["Keys that it does not name are no longer taken as they were."]
      : ["Keys may now be answered that could not come before."];
  }
  const start = side === "input" ? "No longer taken: " : "May now be answered: ";
  return [start, ...quotedList(names), "."];
}

/** Formats the keyword with its old and new value. Omits long values. */
function byValue({ keyword, old, now }: Changed): Phrase {
  const [before, after] = [own(old, keyword), own(now, keyword)].map(shortly);
  return [quoted(keyword), ...isNow(after), ...andWas(before), "."];
}

function isNow(value: string | undefined): Phrase {
  return value === undefined ? [" is no longer there"] : [" is now ", quoted(value)];
}

function andWas(value: string | undefined): Phrase {
  return value === undefined ? [] : [" and was ", quoted(value)];
}

const maxLength = 60;

function shortly(value: JsonValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = canonicalJson(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function textsOfValues(value: JsonValue | undefined): readonly string[] | undefined {
  return isJsonArray(value) ? value.map((each) => shortly(each) ?? "") : undefined;
}

function namesIn(schema: JsonSchema): readonly string[] {
  const properties = own(schema, "properties");
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

export function newIn(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): readonly string[] {
  const known = new Set(before);
  return (after ?? []).filter((each) => !known.has(each));
}
