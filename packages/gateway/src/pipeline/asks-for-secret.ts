import {
  askingWords,
  foreignSecrets,
  secretsInOtherScripts,
  secretsWrittenTogether,
  secretThings,
} from "./secret-words.ts";

// What somebody types into a form passes through the client, the gateway and the server, and may end
// in a model's context. A secret is asked for on the page of whoever it belongs to, never in a form.

// What only has to do with a secret: its name or its age, how many there are, a place in a list.
const ofIt =
  "age|budget|count|expir\\w*|format|hint|kind|labels?|length|lifetime|limit|managers?|names?|polic\\w*|quota|rotation|scopes?|ttl|types?|url|usage|vault|version";
const before =
  "continuation|count of|cursor|from|how many|max|maximum|min|minimum|next|number of|page|previous|total";

const secret = `(?<!\\b(?:${before}) )(?:(?<=^| )(?:${secretThings}))(?=\\d*(?: |$))(?! (?:${ofIt})(?: |$))`;
const namesIt = new RegExp(secret);
const asksForIt = new RegExp(
  `(?:^| )(?:${askingWords})(?: (?!about|for|name|of|reason|title|to)\\w+){0,4} ${secret}`,
);
/** A question that is nothing but the thing itself: "Password:". */
const isJustIt = new RegExp(`^(?:please )?${secret}(?: please)?$`);

/** Whether the name, the title or the description of a field says that it is for a secret. */
export function namesSecret(text: string): boolean {
  return readings(text).some(
    (words) => namesIt.test(words) || secretsWrittenTogether.test(joined(words)),
  );
}

/** Whether a sentence asks for a secret. More than naming one: a question may well be about a secret. */
export function asksForSecret(sentence: string): boolean {
  return readings(sentence).some(
    (words) => asksForIt.test(words) || isJustIt.test(words) || foreignSecrets.test(words),
  );
}

/** A text as it is written, and as it looks: whoever wants to hide a word replaces its letters. */
function readings(text: string): readonly string[] {
  // Capital letters may begin a word, or stand anywhere.
  const written = [wordsOf(text), wordsOf(text.toLowerCase())];
  const looked = written.map((words) =>
    words.replaceAll(/[^a-z ]/g, (letter) => lookAlikes.get(letter) ?? letter),
  );
  const isForeign = secretsInOtherScripts.test(text.normalize("NFKC").replaceAll(hidden, ""));
  return [...new Set([...written, ...looked, ...(isForeign ? ["your password"] : [])])];
}

const hidden = /\p{Default_Ignorable_Code_Point}/gu;

/** `apiKey`, `API_KEY` and `Api-Key` are all `api key`. */
function wordsOf(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}@$]+/gu, " ")
    .trim();
}

// One long word, or letter by letter. Other words that stand together would meet by chance.
function joined(words: string): string {
  const parts = words.split(" ");
  return parts.length === 1 || parts.every((part) => part.length < 3) ? parts.join("") : "";
}

const lookAlikes: ReadonlyMap<string, string> = new Map([
  ...pairs("авекмнорстухіјѕԁ", "abekmhopctyxijsd"),
  ...pairs("αεικνορτυχ", "aeiknoptux"),
  ...pairs("01345@$", "oieasas"),
  // Letters with a stroke or without a dot have no marks that could be taken off.
  ...pairs("łøđıħ", "lodih"),
]);

function pairs(from: string, to: string): readonly (readonly [string, string])[] {
  return from.split("").map((letter, index) => [letter, to[index] ?? letter]);
}
