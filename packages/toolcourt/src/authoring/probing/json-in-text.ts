import { jsonSizeOf } from "@toolcourt/gateway/internal/boundary/cleaning/json-size";
import { type JsonValue, parseJson } from "@toolcourt/sdk";

/** Depth limit of a result. Deeper JSON in a text is not real data and would overflow the stack. */
const mostLevels = 200;

/** Parses a text as JSON. Undefined if it is not JSON, or nested too deeply. */
export function jsonInText(text: string): JsonValue | undefined {
  try {
    const value = parseJson(text);
    return jsonSizeOf(value).depth > mostLevels ? undefined : value;
  } catch {
    return undefined;
  }
}
