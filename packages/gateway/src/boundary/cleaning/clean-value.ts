import { isJsonArray, type JsonObject, type JsonValue } from "@toolcourt/sdk";

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
