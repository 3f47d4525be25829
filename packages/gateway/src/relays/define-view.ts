import { createHash } from "node:crypto";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  pointerToken,
} from "@toolcourt/sdk";

/** What the lock has of a view, or why it cannot be used. */
export type DefinedView =
  | { readonly kind: "view"; readonly definition: JsonObject; readonly page: string }
  /** It asks for more than origins, so no approval admits it. */
  | { readonly kind: "unsafe"; readonly problem: string }
  /** The answer holds no page. */
  | { readonly kind: "formless" };

/**
 * Defines a view by the result of reading it: the digest of its page, and what the page may do.
 * Clients look into the content first, and then into the entry of the list.
 */
export function defineView(uri: string, result: JsonObject, listed: JsonObject = {}): DefinedView {
  const content = onlyContent(result);
  const bytes = content && pageIn(content);
  if (content === undefined || bytes === undefined) return { kind: "formless" };
  const problem = problemIn(content) ?? problemIn(listed);
  if (problem !== undefined) return { kind: "unsafe", problem };
  const definition = {
    uri,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    mimeType: own(content, "mimeType") ?? null,
    ...allowedIn(uiOf(content), uiOf(listed)),
  };
  return { kind: "view", definition, page: bytes.toString("utf8") };
}

/** What a page may do. A change of it is a change of the view. */
const allowing = ["csp", "permissions", "domain"] as const;

function allowedIn(content: JsonObject, entry: JsonObject): JsonObject {
  return Object.fromEntries(
    allowing.map((key) => [key, own(content, key) ?? own(entry, key) ?? null]),
  );
}

/** Several contents would leave open which of them is shown. */
function onlyContent(result: JsonObject): JsonObject | undefined {
  const contents = own(result, "contents");
  if (!isJsonArray(contents) || contents.length !== 1) return undefined;
  const [content] = contents;
  return isJsonObject(content) ? content : undefined;
}

/** Returns the bytes of a page. Undefined if clients could read different ones. */
function pageIn(content: JsonObject): Buffer | undefined {
  const [text, blob] = [own(content, "text"), own(content, "blob")];
  if (text !== undefined && blob !== undefined) return undefined;
  if (typeof text === "string") return text.isWellFormed() ? Buffer.from(text, "utf8") : undefined;
  if (typeof blob !== "string") return undefined;
  const bytes = Buffer.from(blob, "base64");
  return bytes.toString("base64") === blob ? bytes : undefined;
}

function uiOf(object: JsonObject): JsonObject {
  const meta = own(object, "_meta");
  const ui = isJsonObject(meta) ? own(meta, "ui") : undefined;
  return isJsonObject(ui) ? ui : {};
}

/**
 * Returns what is unsafe in the metadata of a view. Clients join the entries of its policy into a
 * header, so each has to be an origin and nothing else.
 */
export function problemIn(object: JsonObject): string | undefined {
  const csp = own(uiOf(object), "csp");
  if (csp === undefined) return undefined;
  if (!isJsonObject(csp)) return "/_meta/ui/csp: expected an object";
  for (const [key, entries] of Object.entries(csp)) {
    const at = `/_meta/ui/csp${pointerToken(key)}`;
    if (!isJsonArray(entries)) return `${at}: expected a list of origins`;
    const index = entries.findIndex((entry) => !isOrigin(entry));
    if (index !== -1) return `${at}/${index}: expected an origin, such as https://api.example.com`;
  }
  return undefined;
}

const label = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?";
const name = `(?:\\*\\.)?${label}(?:\\.${label})*`;
const origin = new RegExp(`^(?:https?|wss?)://(?:${name}|\\[[\\da-f:.]+\\])(?::\\d{1,5})?$`, "i");
const maxOriginLength = 300;

function isOrigin(entry: JsonValue): boolean {
  return typeof entry === "string" && entry.length <= maxOriginLength && origin.test(entry);
}
