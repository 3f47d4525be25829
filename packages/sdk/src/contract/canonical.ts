import { hash } from "node:crypto";
import { isJsonArray, type JsonObject, type JsonValue } from "./json.ts";
import { pointerToken } from "./pointer.ts";

/** The flaw of a value without a canonical form, and its location. */
export interface NotCanonical {
  readonly pointer: string;
  readonly message: string;
}

/** Ten times deeper than any contract we have seen, and far from a stack overflow. */
const maxDepth = 200;

/**
 * Returns the RFC 8785 form: one text for all spellings of a value, so that hashes are comparable.
 * Throws a `TypeError` if there is none; `whyNotCanonical` tells beforehand.
 *
 * @example
 * ```ts
 * canonicalJson({ b: 1, a: [true] }); // '{"a":[true],"b":1}'
 * ```
 */
export function canonicalJson(value: JsonValue): string {
  const listed: Listed = new Map();
  const order = orderOf(value, 0, listed);
  if (order === "flawed") {
    const { pointer = "", message = "" } = firstFlaw(value) ?? {};
    throw new TypeError(`${pointer || "/"}: ${message}`);
  }
  return order === "sorted" ? JSON.stringify(value) : write(value, listed);
}

type Order = "sorted" | "unsorted" | "flawed";

/** Cached keys of large objects. Listing them costs more than anything else done with them. */
type Listed = Map<JsonObject, readonly string[]>;
const manyKeys = 1_000;

/**
 * Returns how far a value is from its canonical form. Unchecked arguments of a megabyte pass here,
 * so it allocates nothing.
 */
function orderOf(value: JsonValue, depth: number, listed?: Listed): Order {
  if (typeof value !== "object" || value === null) return flawOf(value) ? "flawed" : "sorted";
  if (depth >= maxDepth && !isEmpty(value)) return "flawed";
  return isJsonArray(value)
    ? orderOfItems(value, depth, listed)
    : orderOfMembers(value, depth, listed);
}

function orderOfItems(items: readonly JsonValue[], depth: number, listed?: Listed): Order {
  let order: Order = "sorted";
  for (const item of items) {
    const below = orderOf(item, depth + 1, listed);
    if (below === "flawed") return below;
    if (below === "unsorted") order = below;
  }
  return order;
}

function orderOfMembers(object: JsonObject, depth: number, listed?: Listed): Order {
  let order: Order = "sorted";
  let before = "";
  for (const key of keysOf(object, listed)) {
    const value = object[key];
    const below = key.isWellFormed() ? orderOf(value ?? null, depth + 1, listed) : "flawed";
    if (below === "flawed") return below;
    // An undefined member is no JSON: `JSON.stringify` omits it, but we write null.
    if (below === "unsorted" || key < before || value === undefined) order = "unsorted";
    before = key;
  }
  return order;
}

function keysOf(object: JsonObject, listed?: Listed): readonly string[] {
  const keys = Object.keys(object);
  if (keys.length > manyKeys) listed?.set(object, keys);
  return keys;
}

function isEmpty(value: JsonObject | readonly JsonValue[]): boolean {
  return Object.keys(value).length === 0;
}

/**
 * Returns the first reason why a value has no canonical form. Undefined if it has one.
 *
 * @example
 * ```ts
 * whyNotCanonical({ rate: 1 }); // undefined
 * whyNotCanonical({ rate: Number.NaN }); // { pointer: "/rate", message: "Use a finite number." }
 * ```
 */
export function whyNotCanonical(root: JsonValue): NotCanonical | undefined {
  return orderOf(root, 0) === "flawed" ? firstFlaw(root) : undefined;
}

function firstFlaw(root: JsonValue): NotCanonical | undefined {
  const found: Node[] = [{ value: root, key: "", parent: undefined, depth: 0 }];
  for (const node of found) {
    const { value, depth } = node;
    const message = depth > maxDepth ? `Nest at most ${maxDepth} levels deep.` : flawOf(value);
    if (message !== undefined) return { pointer: pointerTo(node), message };
    if (typeof value !== "object" || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (!key.isWellFormed()) return { pointer: pointerTo(node), message: brokenText };
      found.push({ value: child, key, parent: node, depth: depth + 1 });
    }
  }
  return undefined;
}

/** A value and its path. The pointer is built only for a flawed value. */
interface Node {
  readonly value: JsonValue;
  readonly key: string;
  readonly parent: Node | undefined;
  readonly depth: number;
}

function pointerTo(node: Node): string {
  let pointer = "";
  for (let here = node; here.parent !== undefined; here = here.parent) {
    pointer = pointerToken(here.key) + pointer;
  }
  return pointer;
}

const brokenText = "Remove the half of a surrogate pair: such text has no UTF-8 form.";

function flawOf(value: JsonValue): string | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : brokenText;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "Use a finite number.";
  return undefined;
}

// RFC 8785 took its number and string formats from ECMAScript, so `JSON.stringify` writes both.
function write(value: JsonValue, listed: Listed): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isJsonArray(value)) return `[${value.map((item) => write(item, listed)).join(",")}]`;
  return `{${members(value, listed)}}`;
}

// The default sort order compares UTF-16 code units, as RFC 8785 requires.
function members(object: JsonObject, listed: Listed): string {
  let text = "";
  for (const key of (listed.get(object) ?? Object.keys(object)).toSorted()) {
    const member = `${JSON.stringify(key)}:${write(object[key] ?? null, listed)}`;
    text += text === "" ? member : `,${member}`;
  }
  return text;
}

/**
 * The parts that a contract's digest covers: the tool's server, the received object, and the
 * operator's overlay.
 */
export interface Digested {
  readonly server: string;
  readonly asReceived: JsonObject;
  readonly overlay?: JsonObject;
}

/**
 * Returns the digest of a contract, independent of the order of keys.
 *
 * @example
 * ```ts
 * const asReceived = { name: "get-card", inputSchema: { type: "object" } };
 * contractDigest({ server: "cards", asReceived }); // "sha256:" and 64 hex digits
 * ```
 */
export function contractDigest({ server, asReceived, overlay }: Digested): string {
  return digestOf({ server, asReceived, ...(overlay === undefined ? {} : { overlay }) });
}

/**
 * Returns the SHA-256 of the RFC 8785 form of any JSON value.
 *
 * @example
 * ```ts
 * digestOf({ b: 1, a: 2 }) === digestOf({ a: 2, b: 1 }); // true
 * ```
 */
export function digestOf(value: JsonValue): string {
  return `sha256:${hash("sha256", canonicalJson(value), "hex")}`;
}
