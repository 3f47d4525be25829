import { type Effect, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";

/** The probable effect of a tool, and the evidence for it. */
export interface InferredEffect {
  readonly effect: Effect;
  readonly because: "annotation" | "name" | "unknown";
}

const destroying = new Set(
  `clear delete destroy drop erase flush kill overwrite purge remove reset terminate truncate uninstall unlink
  wipe`.split(/\s+/),
);

const changing = new Set(
  `add append apply approve archive assign book buy cancel charge clone commit copy create deploy disable edit
  email enable exec execute grant import insert install invoke merge modify move notify patch pay post publish
  push put refund rename replace restart revoke run save schedule sell send set share start stop store submit
  sync transfer update upload upsert write`.split(/\s+/),
);

const looking = new Set(
  `browse check compare count describe diff explain fetch find get inspect list look lookup preview query read
  retrieve search show stat validate verify view`.split(/\s+/),
);

/**
 * Takes the worse of annotations and name. A reading name means `read` unless an annotation
 * contradicts it. Without any evidence the effect is a write.
 */
export function inferEffect(tool: JsonObject): InferredEffect {
  const annotations = own(tool, "annotations");
  const hint = (name: string): boolean | undefined => {
    const value = isJsonObject(annotations) ? own(annotations, name) : undefined;
    return typeof value === "boolean" ? value : undefined;
  };
  const words = wordsOf(own(tool, "name"));
  if (hint("destructiveHint") === true) return { effect: "destroy", because: "annotation" };
  if (isNamed(destroying, words)) return { effect: "destroy", because: "name" };
  if (hint("readOnlyHint") === false) return { effect: "write", because: "annotation" };
  if (isNamed(changing, words)) return { effect: "write", because: "name" };
  if (hint("readOnlyHint") === true) return { effect: "read", because: "annotation" };
  if (looking.has(words[0] ?? "")) return { effect: "read", because: "name" };
  return { effect: "write", because: "unknown" };
}

/** `get_delete_history` deletes nothing: a name that begins with a reading verb only reads. */
function isNamed(verbs: ReadonlySet<string>, words: readonly string[]): boolean {
  return !looking.has(words[0] ?? "") && words.some((word) => verbs.has(word));
}

/** Splits `getUserId`, `get_user_id` and `users.get-id` into words. */
function wordsOf(name: unknown): readonly string[] {
  if (typeof name !== "string") return [];
  return name
    .slice(0, 200)
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
}
