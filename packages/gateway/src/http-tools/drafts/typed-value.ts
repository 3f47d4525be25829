import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

/** Formats whose texts have letters, digits and a few signs, and nothing that ends or begins a term. */
const plainFormats = new Set(["date", "date-time", "time", "duration", "uuid"]);
const plainTypes = new Set(["integer", "number", "boolean"]);

/** What a text may consist of that is put into another text: nothing that a query language reads as its own. */
const plainText = /^[\w .:@+-]*$/;

/** Whether a text can be put into another one without changing what the other means. */
export function isPlainText(text: string): boolean {
  return plainText.test(text);
}

/**
 * Whether the values of a schema are known by their kind: numbers, one of a list, or texts of a plain
 * form. A free text is not: whoever writes it writes whatever the target makes of it.
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

// A range goes from a letter to a letter of the same kind or from a digit to a digit: others hold signs.
const classOfPlain = String.raw`\[(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[\w .:@+]|\\[wd.-])+-?\]`;
const piece = String.raw`(?:[\w:@ -]|\\[wd.+-]|${classOfPlain}|\((?:\?:)?|\)|\||[?*+]|\{\d+(?:,\d*)?\})`;
const plainPattern = new RegExp(String.raw`^\^${piece}+\$$`);

/** Whether every text that fits a pattern is plain. In doubt it is not. */
function isPlainPattern(pattern: string): boolean {
  if (!plainPattern.test(pattern)) return false;
  // Outside of brackets an `or` would leave one of its sides without an end.
  let depth = 0;
  for (const character of pattern.replaceAll(new RegExp(classOfPlain, "g"), "x")) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "|" && depth === 0) return false;
  }
  return depth === 0;
}
