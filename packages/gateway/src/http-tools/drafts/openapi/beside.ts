import { hash } from "node:crypto";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  pointerToken,
} from "@toolcourt/sdk";
import type { Note } from "../draft.ts";
import { readPlainText } from "../plain-text.ts";

/** Texts of the files beside a document, by their paths from its folder. */
export type FilesBeside = ReadonlyMap<string, string>;

/** Reads a file in the folder of the document. Undefined if there is none. */
export type ReadBeside = (path: string) => Promise<string | undefined>;

const maxFiles = 50;
const maxLevels = 200;
const shelf = "x-toolcourt-files";
const root = "https://beside.invalid/";

/** Reads every file that a document refers to, directly or through another file. */
export async function readFilesBeside(text: string, read: ReadBeside): Promise<FilesBeside> {
  const files = new Map<string, string>();
  const waiting = pathsIn(text, "");
  const asked = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (asked.has(path) || files.size >= maxFiles) continue;
    asked.add(path);
    const found = await read(path);
    if (found === undefined) continue;
    files.set(path, found);
    waiting.push(...pathsIn(found, path));
  }
  return files;
}

function pathsIn(text: string, from: string): string[] {
  const reading = readPlainText(text);
  const paths = new Set<string>();
  if (reading.kind === "value") {
    changed(reading.value, (reference) => {
      const path = targetOf(reference, from)?.path;
      if (path !== undefined && path !== "") paths.add(path);
      return reference;
    });
  }
  return [...paths];
}

/**
 * Puts the files into the document, and turns references to them into references within it. A
 * reference to any other file stays, and whatever needs it is not imported.
 */
export function withFilesBeside(
  document: JsonObject,
  files: FilesBeside,
): { readonly root: JsonObject; readonly notes: readonly Note[] } {
  const inside = (from: string) => (reference: string) => {
    const target = targetOf(reference, from);
    if (target === undefined) return reference;
    if (target.path === "") return `#${target.pointer}`;
    return files.has(target.path)
      ? `#/${shelf}${pointerToken(target.path)}${target.pointer}`
      : reference;
  };
  const held: Record<string, JsonValue> = {};
  const notes: Note[] = [];
  for (const [path, text] of files) {
    const reading = readPlainText(text);
    if (reading.kind !== "value" || !isJsonObject(reading.value)) continue;
    held[path] = changed(reading.value, inside(path));
    const digest = hash("sha256", text, "hex");
    notes.push({ pointer: path, message: `This file beside the document was read: ${digest}.` });
  }
  const whole = changed(document, inside(""));
  return { root: { ...(isJsonObject(whole) ? whole : document), [shelf]: held }, notes };
}

interface Target {
  /** Empty for the document itself. */
  readonly path: string;
  readonly pointer: string;
}

/**
 * Resolves a reference to a file. Steps out of the folder of the document are ignored, so that no
 * document chooses what is read elsewhere.
 */
function targetOf(reference: string, from: string): Target | undefined {
  const [file = "", pointer = "", ...more] = reference.split("#");
  if (more.length > 0 || /[:\\%?]|^\//.test(file)) return undefined;
  if (file === "") return { path: from, pointer };
  const url = URL.parse(file, `${root}${from}`);
  return url === null ? undefined : { path: url.pathname.slice(1), pointer };
}

/** Returns a copy with other references. Extensions have none that are followed. */
function changed(value: JsonValue, change: (reference: string) => string, level = 0): JsonValue {
  if (level > maxLevels) return value;
  if (isJsonArray(value)) return value.map((each) => changed(each, change, level + 1));
  if (!isJsonObject(value)) return value;
  const reference = own(value, "$ref");
  const entries = Object.entries(value).map(([key, held]): [string, JsonValue] => {
    if (key === "$ref" && typeof reference === "string") return [key, change(reference)];
    return [key, key.startsWith("x-") ? held : changed(held, change, level + 1)];
  });
  return Object.fromEntries(entries);
}
