import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

export function annotationIn(tool: JsonObject, hint: string): JsonValue | undefined {
  const annotations = own(tool, "annotations");
  return isJsonObject(annotations) ? own(annotations, hint) : undefined;
}

/** Tells whether a tool may reach outside: it does unless its annotations rule it out. */
export function reachesOutside(tool: JsonObject): boolean {
  return annotationIn(tool, "openWorldHint") !== false;
}
