import { isJsonObject, type JsonValue, own } from "@toolcourt/sdk";

/** The name a tool object gives itself, or nothing. */
export function toolName(tool: JsonValue): string {
  const name = isJsonObject(tool) ? own(tool, "name") : undefined;
  return typeof name === "string" ? name : "";
}
