import { wordParts } from "../contract/word-parts.ts";
import type { FieldFacts } from "./field-facts.ts";
import { kindsByWord } from "./role-words.ts";

/** A kind, and what shows it. */
export interface KindGuess {
  readonly kind: string;
  readonly because: string;
}

const kindsByFormat: ReadonlyMap<string, string> = new Map(
  Object.entries({
    email: "email idn-email",
    url: "uri uri-reference iri iri-reference",
    host: "hostname idn-hostname ipv4 ipv6",
  }).flatMap(([kind, formats]) => formats.split(" ").map((format) => [format, kind] as const)),
);

// Fragments that only patterns of such values have.
const kindsByPattern: readonly (readonly [fragment: RegExp, kind: string])[] = [
  [/[^(^]@/, "email"],
  [/https?/, "url"],
  [/\[A-Z\]\{2\}(?:\\d|\[0-9\])\{2\}/, "iban"],
  [/\\\+\??(?:\(|\[1-9\]|\\d|\[0-9\])/, "phone"],
];

const kindsByDescription: readonly (readonly [words: RegExp, kind: string])[] = [
  [/\bibans?\b/, "iban"],
  [/\be-?mail address(?:es)?\b|\be-?mails? of\b/, "email"],
  [/\burls?\b|\bweb ?address(?:es)?\b|\bhyperlinks?\b/, "url"],
  [/\b(?:tele)?phone numbers?\b/, "phone"],
  [/\bhost ?names?\b|\bdomain names?\b|\bip address(?:es)?\b/, "host"],
  [/\bfile paths?\b|\bpath (?:of|to)\b/, "path"],
];

/** Guesses the kind of address that a place holds, by format, pattern, name and description. */
export function guessAddress(name: string, facts: FieldFacts): KindGuess | undefined {
  return addressByForm(facts) ?? addressByName(name) ?? addressByDescription(facts);
}

/** By format and pattern, which values have to keep. */
export function addressByForm({ formats, patterns }: FieldFacts): KindGuess | undefined {
  for (const format of formats) {
    const kind = kindsByFormat.get(format);
    if (kind !== undefined) return { kind, because: `its format is ${format}` };
  }
  const found = kindsByPattern.find(([fragment]) => patterns.some((each) => fragment.test(each)));
  return (
    found && { kind: found[1], because: `its pattern is one of a value of the kind ${found[1]}` }
  );
}

export function addressByDescription({ description }: FieldFacts): KindGuess | undefined {
  const found = kindsByDescription.find(([words]) => words.test(description));
  const text = found?.[0].exec(description)?.[0];
  return found && { kind: found[1], because: `its description speaks of "${text ?? found[1]}"` };
}

function addressByName(name: string): KindGuess | undefined {
  const words = singularWords(name);
  const word = words.findLast((each) => kindsByWord.has(each));
  const kind = word === undefined ? undefined : kindsByWord.get(word);
  return kind === undefined ? undefined : { kind, because: `its name has the word "${word}"` };
}

/** Returns the words of a name in lower case, each in the singular. */
export function singularWords(name: string): readonly string[] {
  return wordParts(name.slice(0, maxName)).map(singular);
}

/** The longest name that is read for its meaning. */
const maxName = 200;

function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is|ous)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:[sx]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

const idWords = new Set(["id", "uuid", "guid", "identifier"]);

/** Returns whether a name ends like one of an id: `id`, `file_id`, `orderIds`. */
export function namesId(name: string): boolean {
  const last = singularWords(name).at(-1);
  return last !== undefined && (idWords.has(last) || last === "ids");
}

/** Names that say nothing about the thing they hold. */
const plainOwners = new Set(
  "data entry item list member node object output page record response result row value".split(" "),
);

/**
 * Returns the kind of an id, such as `file-id`: by its own name, by the list or object it is in, or
 * by what the tool is about.
 */
export function idKind(name: string, owner: string, tool: string): string | undefined {
  if (!namesId(name)) return undefined;
  const own = singularWords(name).slice(0, -1).at(-1);
  const around = singularWords(owner).at(-1);
  const noun = own ?? (around === undefined || plainOwners.has(around) ? nounOf(tool) : around);
  return noun === undefined || !/^[a-z\d]+$/.test(noun) ? undefined : `${noun}-id`;
}

const joints = new Set("at by for from in into of on to via with".split(" "));

/** Returns what a tool is about: the last word before `by`, `for` and their like. */
function nounOf(tool: string): string | undefined {
  const words = singularWords(tool);
  const joint = words.findIndex((word, index) => index > 1 && joints.has(word));
  const noun = (joint === -1 ? words : words.slice(0, joint)).slice(1).at(-1);
  return noun;
}
