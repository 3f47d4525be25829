import { type JsonValue, parseJson } from "@toolcourt/sdk";
import { jsonSizeOf } from "../../boundary/cleaning/json-size.ts";

/** As deep as a result may be. What a text holds deeper than that is nobody's data, and would end whoever walks it. */
const mostLevels = 200;

/** The value that a text is the JSON of. Undefined for what is none, or too deep to be looked at. */
export function jsonInText(text: string): JsonValue | undefined {
  try {
    const value = parseJson(text);
    return jsonSizeOf(value).depth > mostLevels ? undefined : value;
  } catch {
    return undefined;
  }
}
