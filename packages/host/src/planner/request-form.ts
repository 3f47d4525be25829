import { wordSet } from "./closed-class.ts";
import type { PlannableTool } from "./prepared-tool.ts";
import { partsOf } from "./words.ts";

/** What a request or a name says about the effect: it looks at something, or changes it. */
export type SaidEffect = "read" | "change" | undefined;

/** Words that begin a question. */
const questionWords = wordSet(`
  what which who whom whose when where why how is are was were do does did has have had am can could
  should may might`);

/** Verbs of looking, and nouns for what they return. */
const readWords = wordSet(`
  get list search find read fetch retrieve show describe check count view query lookup look analyze
  analyse compare download monitor scan inspect preview summarize validate verify test capture
  display return recommend suggest extract browse explain tell see give let know stats status info
  details history summary`);

const changeWords = wordSet(`
  create add delete remove update set edit insert send post put write move rename replace activate
  deactivate enable disable start stop restart cancel upload push commit merge place install drop
  archive save copy kill block unblock execute run call withdraw close open press click toggle
  publish reply grant revoke approve reject assign manage import load`);

const polite = "please |(?:can|could|would|will) you |i (?:want|need|would like)(?: you)? to ";
const politeStart = new RegExp(`^(?:${polite})+`);

/**
 * Returns the effect that a request asks for. Questions and verbs of looking ask to read, other
 * orders to change: people have many verbs for that. "Can you delete it?" is no question.
 */
export function effectAsked(request: string): SaidEffect {
  const text = request.trim().toLowerCase();
  const order = text.replace(politeStart, "");
  const first = partsOf(order.slice(0, maxRead))[0];
  if (first === undefined) return undefined;
  if (readWords.has(first) || questionWords.has(first)) return "read";
  return text.endsWith("?") && order === text ? "read" : "change";
}

/** Limit for texts of any length: the verb comes first. */
const maxRead = 200;
/** A name may begin with a product, as in `git_list_files`. */
const [nameWords, descriptionWords] = [3, 2];

/** Returns the effect that a tool's name claims, or else the first words of its description. */
export function effectNamed({ name, description }: PlannableTool): SaidEffect {
  const words = [
    ...partsOf(name.slice(0, maxRead)).slice(0, nameWords),
    ...partsOf(description.slice(0, maxRead)).slice(0, descriptionWords),
  ];
  const verb = words.find((word) => readWords.has(word) || changeWords.has(word));
  if (verb === undefined) return undefined;
  return readWords.has(verb) ? "read" : "change";
}
