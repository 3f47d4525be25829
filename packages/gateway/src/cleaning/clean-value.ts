import { isJsonArray, type JsonObject, type JsonValue } from "@toolcourt/sdk";

/** Where a name is given, the text is the value of a member of that name. */
export type Clean = (text: string, name?: string) => string;

/** Cleans every text inside, names of members included. What is clean is given back the very same. */
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
  let isChanged = false;
  const members: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(object)) {
    const cleanKey = clean(key);
    const cleaned = cleanValue(value, clean, key);
    isChanged ||= cleanKey !== key || cleaned !== value;
    // A key that only hidden characters told from another must not take that one's place.
    if (cleanKey === key || !Object.hasOwn(object, cleanKey)) members.push([cleanKey, cleaned]);
  }
  return isChanged ? Object.fromEntries(members) : object;
}
