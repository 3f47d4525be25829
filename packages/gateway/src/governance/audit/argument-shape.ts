import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { shownText } from "./shown-text.ts";

const mostNames = 32;
const longestName = 64;

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
    if (named.length < mostNames && Object.hasOwn(declared, name)) {
      named.push(`${shownText(name, longestName)}: ${kindOf(own(given, name))}`);
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
