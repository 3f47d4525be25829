import { isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from "yaml";
import type { Path } from "./wording.ts";

/** A position in the text, counted from 1 as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A mistake with a position but no path: the text is not valid YAML for us. */
interface Flaw extends Position {
  readonly message: string;
}

/** A YAML document of keys and values, without aliases, tags and directives. */
export class YamlText {
  readonly flaws: readonly Flaw[];
  /** The parsed value. Undefined if the structure is in doubt. */
  readonly value: JsonObject | undefined;
  readonly #lines = new LineCounter();
  readonly #root: Node | null;
  /** The pairs of each map that was searched. */
  readonly #pairs = new WeakMap<YAMLMap, ReadonlyMap<unknown, Pair>>();

  constructor(text: string) {
    const document = parse(text, this.#lines);
    const flaws = document === undefined ? [tooDeep] : flawsIn(document);
    if (document !== undefined && flaws.every(({ fatal }) => !fatal)) this.value = toJson(document);
    if (this.value === undefined && flaws.length === 0) flaws.push(noObject);
    this.flaws = onePerLine(flaws.map((flaw) => ({ ...flaw, ...this.#at(flaw.offset) })));
    this.#root = document?.contents ?? null;
  }

  /** Returns the position of a path, or of its nearest existing ancestor. */
  positionOf(path: Path, part: "key" | "value"): Position {
    let node: unknown = this.#root;
    let offset = startOf(node) ?? 0;
    let ofKey: number | undefined;
    for (const step of path) {
      const child = this.#childOf(node, step);
      ofKey = startOf(child.key);
      const start = startOf(child.value) ?? ofKey;
      if (start === undefined) return this.#at(offset);
      node = child.value;
      offset = start;
    }
    return this.#at(part === "key" ? (ofKey ?? offset) : offset);
  }

  #at(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  /** Finds the node under a key, the first one if duplicated. */
  #childOf(node: unknown, step: string | number): Child {
    if (isSeq(node)) return { value: node.items[Number(step)] };
    if (!isMap(node)) return {};
    const pairs = this.#pairs.get(node) ?? pairsByName(node);
    this.#pairs.set(node, pairs);
    return pairs.get(String(step)) ?? {};
  }
}

// A thousand open brackets are one mistake, but two duplicate keys are two.
function onePerLine(flaws: readonly (Flaw & RawFlaw)[]): readonly Flaw[] {
  const first = new Map<string, Flaw>();
  for (const { line, column, message, fatal } of flaws) {
    const key = JSON.stringify(fatal ? [line, message] : [line, message, column]);
    if (!first.has(key)) first.set(key, { line, column, message });
  }
  return [...first.values()];
}

function parse(text: string, lineCounter: LineCounter): Document | undefined {
  try {
    return parseDocument(text, {
      lineCounter,
      prettyErrors: false,
      stringKeys: true,
      uniqueKeys: false,
    });
  } catch {
    // The parser is recursive, and a hostile text can exceed the stack.
    return undefined;
  }
}

interface RawFlaw {
  readonly offset: number;
  readonly message: string;
  /** Whether the meaning of the rest of the text is in doubt. */
  readonly fatal: boolean;
}

const tooDeep: RawFlaw = { offset: 0, message: "This is nested too deeply.", fatal: true };
const noObject: RawFlaw = {
  offset: 0,
  message: "Write the configuration as keys and values.",
  fatal: true,
};

const wordings: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: "Indent with spaces; YAML does not allow tabs.",
  MULTIPLE_DOCS: "Write one document; a second one begins here.",
  NON_STRING_KEY: "Write each key as a plain string.",
  TAG_RESOLVE_FAILED: "Remove the tag; a configuration has plain values only.",
  BAD_INDENT: "The indentation does not match the lines around it.",
};

/** The only flaw that does not affect the rest. */
const harmless = "TAG_RESOLVE_FAILED";

function flawsIn(document: Document): RawFlaw[] {
  return [...syntaxFlaws(document), ...givenTwice(document), ...magic(document)];
}

function syntaxFlaws({ errors, warnings }: Document): RawFlaw[] {
  const found = [...errors, ...warnings];
  // Unknown errors usually follow from known ones.
  const named = found.filter(({ code }) => Object.hasOwn(wordings, code));
  return (named.length > 0 ? named : found).map(({ code, pos: [offset] }) => ({
    offset,
    message: wordings[code] ?? "This is not valid YAML.",
    fatal: code !== harmless || named.length < found.length,
  }));
}

function givenTwice(document: Document): RawFlaw[] {
  const message = "This key is given twice; remove one of the two.";
  return repeatedKeys(document).map((key) => ({
    offset: startOf(key) ?? 0,
    message,
    fatal: false,
  }));
}

// Aliases can expand without end. Directives change the meaning of words. Many libraries treat
// `__proto__` specially.
function magic(document: Document): RawFlaw[] {
  const found: RawFlaw[] = [];
  const add = (node: unknown, message: string): void => {
    found.push({ offset: startOf(node) ?? 0, message, fatal: true });
  };
  if (document.directives?.yaml.explicit === true) {
    add(undefined, "Remove the %YAML directive; the configuration is YAML 1.2.");
  }
  visit(document, (_, node) => {
    if (isAlias(node)) add(node, "Write the value out; aliases are not allowed.");
    if (isPair(node) && isScalar(node.key) && node.key.value === "__proto__") {
      add(node.key, "Remove this key; it is not allowed anywhere.");
    }
  });
  return found;
}

function toJson(document: Document): JsonObject | undefined {
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  return isJsonObject(value) ? value : undefined;
}

function startOf(node: unknown): number | undefined {
  if (isScalar(node) || isMap(node) || isSeq(node) || isAlias(node)) return node.range?.[0];
  return undefined;
}

/** Parses a single scalar. Returns undefined for anything else. */
export function readScalar(text: string): { readonly value: JsonValue } | undefined {
  const document = parse(text, new LineCounter());
  if (document === undefined || document.errors.length > 0 || document.warnings.length > 0) {
    return undefined;
  }
  const { contents } = document;
  if (contents === null) return { value: null };
  return isScalar(contents) && isPlain(contents.value) ? { value: contents.value } : undefined;
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

// The library searches keys linearly and finds duplicates pairwise, which takes minutes for a
// megabyte.

/** Returns every duplicate key. */
export function repeatedKeys(document: Document): readonly unknown[] {
  const repeated: unknown[] = [];
  visit(document, {
    Map: (_, map) => {
      const first = pairsByName(map);
      const others = map.items.filter((pair) => first.get(nameOf(pair)) !== pair);
      repeated.push(...others.map(({ key }) => key));
    },
  });
  return repeated;
}

/** A node under a name or an index, with its key. */
interface Child {
  readonly key?: unknown;
  readonly value?: unknown;
}

function pairsByName({ items }: YAMLMap): ReadonlyMap<unknown, Pair> {
  return new Map(items.toReversed().map((pair) => [nameOf(pair), pair]));
}

/** A non-scalar key equals only itself. */
function nameOf({ key }: Pair): unknown {
  return isScalar(key) ? String(key.value) : key;
}
