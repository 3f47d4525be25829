import {
  askingWords,
  foreignSecrets,
  secretsInOtherScripts,
  secretsWrittenTogether,
  secretThings,
} from "./secret-words.ts";

// Form input passes through the client, the gateway and the server, and may end in a model's
// context. A secret belongs on its owner's own page, never in a form.

// Attributes of a secret: its name or age, a count, a place in a list.
const ofIt =
  "age|budget|count|expir\\w*|format|hint|kind|labels?|length|lifetime|limit|managers?|names?|polic\\w*|quota|rotation|scopes?|ttl|types?|url|usage|vault|version";
const before =
  "continuation|count of|cursor|from|how many|max|maximum|min|minimum|next|number of|page|previous|total";

const secret = `(?<!\\b(?:${before}) )(?:(?<=^| )(?:${secretThings}))(?=\\d*(?: |$))(?! (?:${ofIt})(?: |$))`;
const namesIt = new RegExp(secret);
const asksForIt = new RegExp(
  `(?:^| )(?:${askingWords})(?: (?!about|for|name|of|reason|title|to)\\w+){0,4} ${secret}`,
);
/** A question that is only the secret itself: "Password:". */
const isJustIt = new RegExp(`^(?:please )?${secret}(?: please)?$`);

/** Returns whether a field's name, title or description means a secret. */
export function namesSecret(text: string): boolean {
  return readings(text).some(
    (words) => namesIt.test(words) || secretsWrittenTogether.test(joined(words)),
  );
}

/**
 * Returns whether a sentence asks for a secret. Naming one is not enough: a question may be about a
 * secret.
 */
export function asksForSecret(sentence: string): boolean {
  return readings(sentence).some(
    (words) => asksForIt.test(words) || isJustIt.test(words) || foreignSecrets.test(words),
  );
}

/** Returns a text as written and as it looks: an attacker replaces letters to disguise a word. */
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

/** Normalizes `apiKey`, `API_KEY` and `Api-Key` to `api key`. */
function wordsOf(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}@$]+/gu, " ")
    .trim();
}

// One long word, or letter by letter. Other adjacent words would match by chance.
function joined(words: string): string {
  const parts = words.split(" ");
  return parts.length === 1 || parts.every((part) => part.length < 3) ? parts.join("") : "";
}

const lookAlikes: ReadonlyMap<string, string> = new Map([
  ...pairs("авекмнорстухіјѕԁ", "abekmhopctyxijsd"),
  ...pairs("αεικνορτυχ", "aeiknoptux"),
  ...pairs("01345@$", "oieasas"),
  // Letters with a stroke or without a dot have no combining marks to strip.
  ...pairs("łøđıħ", "lodih"),
]);

function pairs(from: string, to: string): readonly (readonly [string, string])[] {
  return from.split("").map((letter, index) => [letter, to[index] ?? letter]);
}
