import type { JsonValue } from "@toolcourt/sdk";
import { Composer, type Document, isMap, isScalar, Lexer, LineCounter, Parser, visit } from "yaml";

export type YamlReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "unreadable"; readonly reason: string };

/** Low because YAML takes twenty times as long to parse as JSON. */
const maxCharacters = 8 * 1024 * 1024;
const maxAliases = 1_000;
const maxValues = 5_000_000;
const maxLevels = 200;

/** Reads untrusted YAML: one document of plain values, with limits on depth and size. */
export function readYamlText(text: string): YamlReading {
  if (text.length > maxCharacters) {
    return unreadable(`has more than ${maxCharacters} characters of YAML.`);
  }
  const lines = new LineCounter();
  try {
    const [document, ...others] = new Composer(plain).compose(tokensOf(text, lines), true);
    if (document === undefined || others.length > 0) return unreadable("is not one YAML document.");
    const flaw = flawIn(document);
    if (flaw !== undefined) {
      const { line, col } = lines.linePos(flaw.offset);
      return unreadable(`${flaw.what}, at line ${line}, column ${col}.`);
    }
    const value: unknown = document.toJS({ maxAliasCount: maxAliases });
    if (isPlain(value, { values: 0 }, 0)) return { kind: "value", value };
  } catch {
    // Too deep, or nested aliases.
  }
  return unreadable("is too deep, unfolds into too much, or has values that JSON does not have.");
}

// Numeric keys (response statuses) must stay strings, as in JSON. The library's duplicate-key check
// takes minutes for some texts of one megabyte.
const plain = { prettyErrors: false, stringKeys: true, uniqueKeys: false } as const;

/** The library's document composer recurses per level, so depth is limited here. */
function* tokensOf(text: string, lines: LineCounter): ReturnType<Parser["next"]> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    // The parser uses three levels for a value in a map in a document.
    if (parser.stack.length > 2 * maxLevels) throw new RangeError("The text is too deep.");
  }
  yield* parser.end();
}

interface Flaw {
  readonly offset: number;
  readonly what: string;
}

function flawIn(document: Document.Parsed): Flaw | undefined {
  const [flaw] = [...document.errors, ...document.warnings];
  if (flaw !== undefined) return { offset: flaw.pos[0], what: "is not plain YAML" };
  let twice: Flaw | undefined;
  visit(document, {
    Map: (_, map) => {
      twice = repeatedKey(map);
      return twice && visit.BREAK;
    },
  });
  return twice;
}

function repeatedKey(map: unknown): Flaw | undefined {
  const seen = new Set<unknown>();
  for (const { key } of isMap(map) ? map.items : []) {
    const name = isScalar(key) ? key.value : key;
    if (seen.has(name)) {
      return { offset: isScalar(key) ? (key.range?.[0] ?? 0) : 0, what: "gives a key twice" };
    }
    seen.add(name);
  }
  return undefined;
}

/** Counts each value once per occurrence after alias expansion. */
function isPlain(value: unknown, count: { values: number }, level: number): value is JsonValue {
  count.values += 1;
  if (count.values > maxValues || level > maxLevels) return false;
  if (typeof value === "number") return Number.isFinite(value);
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value !== "object") return false;
  const held: readonly unknown[] = Object.values(value);
  return held.every((each) => isPlain(each, count, level + 1));
}

function unreadable(reason: string): YamlReading {
  return { kind: "unreadable", reason };
}
