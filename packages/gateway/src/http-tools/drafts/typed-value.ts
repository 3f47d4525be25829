import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

/** Formats limited to letters, digits and a few signs. None of them can end or begin a term. */
const plainFormats = new Set(["date", "date-time", "time", "duration", "uuid"]);
const plainTypes = new Set(["integer", "number", "boolean"]);

/** Characters safe to insert into another text: none has a meaning in a query language. */
const plainText = /^[\w .:@+-]*$/;

/** Returns whether a text can be inserted into another without changing its meaning. */
export function isPlainText(text: string): boolean {
  return plainText.test(text);
}

/**
 * Returns whether a schema limits its values to numbers, an enumeration or texts of a plain form.
 * Free text does not qualify: it could inject syntax into the target's query.
 */
export function isTyped(schema: JsonValue | undefined): boolean {
  if (!isJsonObject(schema)) return false;
  if (isJsonArray(own(schema, "enum")) || own(schema, "const") !== undefined) return true;
  const type = own(schema, "type");
  const types = (isJsonArray(type) ? type : [type]).filter((each) => each !== "null");
  return types.length > 0 && types.every((each) => isTypedAs(each, schema));
}

function isTypedAs(type: JsonValue | undefined, schema: JsonObject): boolean {
  if (type === "array") return isTyped(own(schema, "items"));
  if (type === "string") return hasPlainForm(schema);
  return typeof type === "string" && plainTypes.has(type);
}

function hasPlainForm(schema: JsonObject): boolean {
  const format = own(schema, "format");
  if (typeof format === "string" && plainFormats.has(format)) return true;
  const pattern = own(schema, "pattern");
  return typeof pattern === "string" && isPlainPattern(pattern);
}

// A range must stay within lower case, upper case or digits: other ranges include signs.
const classOfPlain = String.raw`\[(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[\w .:@+]|\\[wd.-])+-?\]`;
const piece = String.raw`(?:[\w:@ -]|\\[wd.+-]|${classOfPlain}|\((?:\?:)?|\)|\||[?*+]|\{\d+(?:,\d*)?\})`;
const plainPattern = new RegExp(String.raw`^\^${piece}+\$$`);

/** Returns whether every text that matches a pattern is plain. In doubt: false. */
function isPlainPattern(pattern: string): boolean {
  if (!plainPattern.test(pattern)) return false;
  // A top-level alternation would leave one side unanchored.
  let depth = 0;
  for (const character of pattern.replaceAll(new RegExp(classOfPlain, "g"), "x")) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "|" && depth === 0) return false;
  }
  return depth === 0;
}
