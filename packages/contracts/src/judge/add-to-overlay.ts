import type { Overlay } from "@toolcourt/sdk";
import { Document } from "yaml";
import { readOverlay } from "./read-overlay.ts";

const heading = ` Laid over what the server says. Written by toolcourt check --fix, and yours to edit:
 what stands here is never overwritten.`;

/** Adds entries to the text of an overlay. Keeps comments, order and everything else. */
export function addToOverlay(before: string | undefined, added: Overlay, file: string): string {
  const document = before === undefined ? fresh() : readOverlay(before, file).document;
  const { terms, ...fields } = added;
  for (const [key, value] of Object.entries(fields)) document.setIn([key], value);
  for (const [key, value] of Object.entries(terms ?? {})) document.setIn(["terms", key], value);
  return document.toString({ lineWidth: 0 });
}

function fresh(): Document {
  const document = new Document({});
  document.commentBefore = heading;
  return document;
}
