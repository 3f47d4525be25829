import { isJsonObject, type JsonValue, own } from "@toolcourt/sdk";

/** Returns the name in a tool object, or an empty string. */
export function toolName(tool: JsonValue): string {
  const name = isJsonObject(tool) ? own(tool, "name") : undefined;
  return typeof name === "string" ? name : "";
}
