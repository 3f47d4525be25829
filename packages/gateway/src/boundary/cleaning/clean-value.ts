import { isJsonArray, type JsonObject, type JsonValue, pointerToken } from "@toolcourt/sdk";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";

/** Cleans a text. With `name`, the text is the value of that member. */
export type Clean = (text: string, name?: string) => string;

/** Cleans every text inside, including member names. Returns clean values unchanged. */
export function cleanValue(value: JsonValue, clean: Clean, name?: string): JsonValue {
  if (typeof value === "string") return clean(value, name);
  if (typeof value !== "object" || value === null) return value;
  return isJsonArray(value) ? cleanItems(value, clean, name) : cleanMembers(value, clean);
}

export function cleanItems(
  items: readonly JsonValue[],
  clean: Clean,
  name?: string,
): readonly JsonValue[] {
  const cleaned = items.map((item) => cleanValue(item, clean, name));
  return cleaned.every((item, index) => item === items[index]) ? items : cleaned;
}

export function cleanMembers(object: JsonObject, clean: Clean): JsonObject {
  const changed = changedMembers(object, clean);
  return changed === undefined ? object : Object.fromEntries(changed);
}

type Member = [key: string, value: JsonValue];

/**
 * Returns undefined if all are clean, as nearly always. Building entries of very many members takes
 * longer than cleaning them.
 */
function changedMembers(object: JsonObject, clean: Clean): readonly Member[] | undefined {
  let changed: Member[] | undefined;
  for (const [index, key] of Object.keys(object).entries()) {
    const value = object[key];
    // A member without a value is not JSON.
    if (value === undefined) continue;
    const cleanKey = clean(key);
    const cleaned = cleanValue(value, clean, key);
    if (cleanKey !== key || cleaned !== value) changed ??= Object.entries(object).slice(0, index);
    if (isFree(cleanKey, key, object)) changed?.push([cleanKey, cleaned]);
  }
  return changed;
}

/** A key that differs from another only by hidden characters must not replace it. */
function isFree(cleanKey: string, key: string, object: JsonObject): boolean {
  return cleanKey === key || !Object.hasOwn(object, cleanKey);
}

export interface CleanText {
  readonly text: string;
  /** Number of hidden characters removed. */
  readonly removed: number;
}

/** Creates a function that redacts secrets and removes invisible characters. */
export function createCleanText(redactSecrets: Clean): (text: string, name?: string) => CleanText {
  return (text, name) => {
    const cleaned = withoutHiddenCharacters(redactSecrets(text, name));
    // Once more after cleaning: hidden characters inside a secret could smuggle it out.
    return cleaned.removed === 0
      ? cleaned
      : { ...cleaned, text: redactSecrets(cleaned.text, name) };
  };
}

// Ends a word and a line, and keeps a trailing hidden character detectable.
const end = " \n";
/** Copying a longer text costs more than scanning it separately. */
const maxJoinedLength = 1_024;

interface Gathered {
  small: string;
  readonly large: string[];
}

/**
 * Joins all texts of some values into few, each name before its value. Scanning these is many times
 * cheaper than scanning every small text, and finds the same content.
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
  if (text.length > maxJoinedLength) into.large.push(text);
  const joined = text.length > maxJoinedLength ? text.slice(0, maxJoinedLength) : text;
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

/** Returns the replacement of a number. Undefined if it may stay. */
export type RedactNumber = (number: number) => string | undefined;

export interface Replaced<Value> {
  readonly value: Value;
  /** Their locations, as JSON pointers. */
  readonly places: readonly string[];
}

const nowhere: readonly string[] = [];

/** Replaces numbers by texts inside a value. Returns values without replacements unchanged. */
export function replaceNumbers(value: JsonValue, hide: RedactNumber): Replaced<JsonValue> {
  if (typeof value === "number") return replacedNumber(value, hide);
  if (typeof value !== "object" || value === null) return { value, places: nowhere };
  return isJsonArray(value) ? replaceInItems(value, hide) : replaceInMembers(value, hide);
}

export function replaceInItems(
  items: readonly JsonValue[],
  hide: RedactNumber,
): Replaced<readonly JsonValue[]> {
  const replaced = items.map((item) => replaceNumbers(item, hide));
  const places = replaced.flatMap((item, index) => below(String(index), item));
  return { value: places.length === 0 ? items : replaced.map(({ value }) => value), places };
}

export function replaceInMembers(object: JsonObject, hide: RedactNumber): Replaced<JsonObject> {
  const replaced = Object.entries(object).map(
    ([key, value]) => [key, replaceNumbers(value, hide)] as const,
  );
  const places = replaced.flatMap(([key, member]) => below(key, member));
  if (places.length === 0) return { value: object, places };
  return { value: Object.fromEntries(replaced.map(([key, { value }]) => [key, value])), places };
}

function replacedNumber(value: number, hide: RedactNumber): Replaced<JsonValue> {
  const text = hide(value);
  return text === undefined ? { value, places: nowhere } : { value: text, places: [""] };
}

function below(key: string, { places }: Replaced<JsonValue>): readonly string[] {
  return places.length === 0 ? nowhere : places.map((place) => pointerToken(key) + place);
}
