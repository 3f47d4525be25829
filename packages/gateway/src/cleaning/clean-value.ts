import { isJsonArray, type JsonObject, type JsonValue } from "@toolcourt/sdk";

export type Clean = (text: string) => string;

/** Cleans every text inside, names of members included. What is clean is given back the very same. */
export function cleanValue(value: JsonValue, clean: Clean): JsonValue {
  if (typeof value === "string") return clean(value);
  if (typeof value !== "object" || value === null) return value;
  return isJsonArray(value) ? cleanItems(value, clean) : cleanMembers(value, clean);
}

export function cleanItems(items: readonly JsonValue[], clean: Clean): readonly JsonValue[] {
  const cleaned = items.map((item) => cleanValue(item, clean));
  return cleaned.every((item, index) => item === items[index]) ? items : cleaned;
}

export function cleanMembers(object: JsonObject, clean: Clean): JsonObject {
  let isChanged = false;
  const members: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(object)) {
    const cleanKey = clean(key);
    const cleaned = cleanValue(value, clean);
    isChanged ||= cleanKey !== key || cleaned !== value;
    // A key that only hidden characters told from another must not take that one's place.
    if (cleanKey === key || !Object.hasOwn(object, cleanKey)) members.push([cleanKey, cleaned]);
  }
  return isChanged ? Object.fromEntries(members) : object;
}
