import { isJsonArray, type JsonValue } from "@toolcourt/sdk";

// Ends a word and a line, and makes no hidden character at the end of a text an honest one.
const end = " \n";
/** To copy a longer one costs more than to look at it by itself. */
const longestJoined = 1_024;

interface Gathered {
  small: string;
  readonly large: string[];
}

/**
 * All texts of some values in few, each name before its value. To look through these is many times cheaper
 * than to look through every small text, and whatever a text has in it, one of these has too.
 */
export function joinedTexts(values: readonly JsonValue[]): readonly string[] {
  const gathered: Gathered = { small: "", large: [] };
  for (const value of values) gather(value, gathered);
  return [gathered.small, ...gathered.large];
}

function gather(value: JsonValue, into: Gathered, name?: string): void {
  if (typeof value === "string") gatherText(value, into, name);
  else if (typeof value === "object" && value !== null) gatherInside(value, into, name);
}

function gatherText(text: string, into: Gathered, name: string | undefined): void {
  if (text.length > longestJoined) into.large.push(text);
  const joined = text.length > longestJoined ? text.slice(0, longestJoined) : text;
  into.small += name === undefined ? joined + end : `${name} = ${joined}${end}`;
}

function gatherInside(value: object & JsonValue, into: Gathered, name: string | undefined): void {
  if (isJsonArray(value)) {
    for (const item of value) gather(item, into, name);
    return;
  }
  for (const key of Object.keys(value)) {
    const child = value[key] ?? null;
    if (typeof child !== "string") into.small += key + end;
    gather(child, into, key);
  }
}
