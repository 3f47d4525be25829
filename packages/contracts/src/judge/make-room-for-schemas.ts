import { areMarks, isJsonObject, type Overlay } from "@toolcourt/sdk";
import { type Document, isMap, type YAMLMap } from "yaml";

/**
 * Moves the marks of an overlay under its terms, where a schema is about to take their place. Keeps
 * their comments.
 */
export function makeRoomForSchemas(document: Document, added: Overlay): void {
  for (const part of ["input", "output"] as const) {
    const written = document.get(part, true);
    if (added[part] === undefined || !isMap(written) || !hasMarks(written)) continue;
    document.delete(part);
    document.setIn(["terms", part], written);
  }
}

function hasMarks(map: YAMLMap): boolean {
  const value: unknown = map.toJSON();
  return isJsonObject(value) && areMarks(value);
}
