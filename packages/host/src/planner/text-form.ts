import type { TextMention } from "./mention.ts";
import type { Parameter } from "./parameters.ts";
import { partsOf } from "./words.ts";

type Form = (text: string, mention: TextMention) => boolean;

/** The required form of a text, by words in the parameter's name or description. */
const forms: readonly (readonly [RegExp, Form])[] = [
  // Credentials are never read from a question.
  [/\b(?:api key|apikey|token|secret|password|credentials?|authorization)\b/i, () => false],
  [/\b(?:url|uri|link|website|webpage|endpoint)\b/i, (text) => /^https?:|\.\p{L}{2,}/u.test(text)],
  [/\be-?mail\b/i, (text) => text.includes("@")],
  [
    /\b(?:path|file|filename|directory|folder)\b/i,
    (text, { form }) => form === "quoted" || /[./\\]/.test(text),
  ],
  [
    /\b(?:uuid|guid|hash|id|ids|key|hex|wallet|contract address)\b/i,
    (text, { form }) => form !== "name" || /\d/.test(text),
  ],
];

/** Checked on the whole parameter: its description may mention codes. */
const code = /\b(?:code|abbreviation|iso|ticker|symbol)\b/i;

/**
 * Returns whether a text has the form a parameter needs. A plain name does not suffice for a code,
 * an address, or a place with its state.
 */
export function isInForm(parameter: Parameter, mention: TextMention): boolean {
  const form = known.get(parameter) ?? formOf(parameter);
  known.set(parameter, form);
  return form(mention.text, mention);
}

/** Cached: a question may have a hundred texts, and a description two thousand characters. */
const known = new WeakMap<Parameter, Form>();

function formOf({ name, description }: Parameter): Form {
  const parts = partsOf(name).join(" ");
  const [, form] = forms.find(([words]) => words.test(parts)) ?? [];
  if (form !== undefined) return form;
  if (code.test(`${parts} ${description}`)) return (text) => /^[\p{Lu}\p{N}._-]{1,12}$/u.test(text);
  return wantsState(description) ? (text) => text.includes(",") : () => true;
}

/** Detects "Austin, TX" as an example, or "city and state" in words. */
function wantsState(description: string): boolean {
  return (
    /\p{Lu}\p{Ll}+, \p{Lu}{2}\b/u.test(description) ||
    /\bcity(?: and |, ?)(?:the )?(?:state|country)\b/i.test(description)
  );
}
