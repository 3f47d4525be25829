import { digestOf, type Overlay } from "@toolcourt/sdk";
import { Document } from "yaml";
import { makeRoomForSchemas } from "./make-room-for-schemas.ts";
import { readOverlay } from "./read-overlay.ts";

/** Leaves room for an extension on every file system. */
const maxLength = 180;

/**
 * Returns the path of a tool's overlay below the overlay folder, in steps. Names are untrusted, so
 * characters special to a file system are percent-encoded. Undefined if a name is empty or not
 * valid UTF-8: such a tool is unreadable, and no overlay could repair it.
 */
export function overlaySteps(server: string, name: string): readonly string[] | undefined {
  if ([server, name].some((each) => each === "" || !each.isWellFormed())) return undefined;
  return [fileName(server), `${fileName(name)}.yaml`];
}

function fileName(name: string): string {
  // Encoding never shortens a character, so the rest of the name would be cut off anyway.
  const start = name.slice(0, maxLength + 1);
  const encoded = Array.from(new TextEncoder().encode(start), encodeByte)
    .join("")
    .replace(troublesomeStart, encodeFirst)
    // Windows drops a trailing dot, so two names would become one.
    .replace(/\.$/, "%2E");
  if (encoded.length <= maxLength) return encoded;
  // A tilde never occurs in an encoded name, so a shortened name cannot collide with another.
  return `${encoded.slice(0, maxLength - 33)}~${digestOf(name).slice(-32)}`;
}

// A leading dot hides a file, and dots alone change the folder. Windows reserves the words for
// devices.
const troublesomeStart = /^(?:\.|(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$))/i;

function encodeFirst(found: string): string {
  return hex(found.charCodeAt(0)) + found.slice(1);
}

function encodeByte(byte: number): string {
  const char = String.fromCharCode(byte);
  return /[A-Za-z0-9._-]/.test(char) ? char : hex(byte);
}

function hex(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

const heading = ` An overlay for the contract of the server. Written by toolcourt check --fix, and yours to edit:
 what you write here is never overwritten.`;

/** Adds entries to the text of an overlay. Keeps comments, order and everything else. */
export function addToOverlay(before: string | undefined, added: Overlay, file: string): string {
  const document = before === undefined ? fresh() : readOverlay(before, file).document;
  const { terms, ...fields } = added;
  makeRoomForSchemas(document, added);
  for (const [key, value] of Object.entries(fields)) document.setIn([key], value);
  for (const [key, value] of Object.entries(terms ?? {})) document.setIn(["terms", key], value);
  return document.toString({ lineWidth: 0 });
}

function fresh(): Document {
  const document = new Document({});
  document.commentBefore = heading;
  return document;
}
