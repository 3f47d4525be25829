import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

const plain = /^[\u0020-\u007e]*$/;
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const maxLength = 128;

/**
 * Prepares untrusted text for an audit entry. Truncates it and escapes all characters without a
 * glyph, so that it cannot imitate the end of an entry.
 */
export function shownText(text: string, max: number = maxLength): string {
  const short = text.length > max ? `${text.slice(0, max)}…` : text;
  if (plain.test(short)) return short;
  return short.replaceAll(hidden, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Does the same for every text and every key of a value. */
function shownValue(value: JsonValue): JsonValue {
  if (typeof value === "string") return shownText(value, 1_000);
  if (typeof value !== "object" || value === null) return value;
  return isJsonArray(value) ? value.map(shownValue) : shownMembers(value);
}

export function shownMembers(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, member]) => [shownText(key), shownValue(member)]),
  );
}

const maxNames = 32;
const maxNameLength = 64;

/**
 * Describes arguments without their values: `city: string(5)`. Only counts names outside the
 * contract: they are caller text and could hold anything.
 */
export function shapeOf(
  given: JsonValue | undefined,
  input: JsonObject | undefined,
): JsonObject | undefined {
  if (input === undefined || !isJsonObject(given)) return undefined;
  const properties = own(input, "properties");
  const declared = isJsonObject(properties) ? properties : {};
  const named: string[] = [];
  let unnamed = 0;
  for (const name of Object.keys(given)) {
    if (named.length < maxNames && Object.hasOwn(declared, name)) {
      named.push(`${shownText(name, maxNameLength)}: ${kindOf(own(given, name))}`);
    } else unnamed += 1;
  }
  return unnamed === 0 ? { named } : { named, unnamed };
}

/** Measures texts in characters, lists in items, objects in members. */
function kindOf(value: JsonValue | undefined): string {
  if (value === null) return "null";
  if (typeof value === "string") return `string(${value.length})`;
  if (typeof value !== "object") return typeof value;
  return isJsonArray(value) ? `array(${value.length})` : `object(${Object.keys(value).length})`;
}
