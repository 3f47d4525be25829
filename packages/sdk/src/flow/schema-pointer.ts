import { isJsonObject, type JsonSchema, type JsonValue, own } from "../contract/json.ts";
import { pointerToken } from "../contract/pointer.ts";

/** Returns the pointer to the schema of a place, or to the nearest one with a place of its own. */
export function schemaPointerOf(root: JsonSchema, steps: readonly string[]): string {
  let here: JsonValue = root;
  let pointer = "";
  for (const step of steps) {
    const properties: JsonValue | undefined = isJsonObject(here)
      ? own(here, "properties")
      : undefined;
    const below: JsonValue | undefined = isJsonObject(properties)
      ? own(properties, step)
      : undefined;
    if (below === undefined) return pointer;
    pointer += `/properties${pointerToken(step)}`;
    here = below;
  }
  return pointer;
}
