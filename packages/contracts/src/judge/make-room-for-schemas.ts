import { areMarks, type Overlay } from "@toolcourt/sdk";
import { type Document, isMap } from "yaml";

/**
 * Moves the marks of an overlay under its terms, where a schema is about to take their place. Keeps
 * their comments.
 */
export function makeRoomForSchemas(document: Document, added: Overlay): void {
  for (const part of ["input", "output"] as const) {
    const written = document.get(part, true);
    if (added[part] === undefined || !isMap(written) || !areMarks(written.toJSON())) continue;
    document.delete(part);
    document.setIn(["terms", part], written);
  }
}
