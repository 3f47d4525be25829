import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "@toolcourt/sdk";

/** One hostile schema, an optional value, and the expected outcome. */
export interface Hazard {
  readonly id: string;
  readonly name: string;
  readonly expect: string;
  /** As it would arrive in `inputSchema`, so not necessarily an object. */
  readonly schema: JsonValue;
  readonly data: JsonValue | undefined;
}

/**
 * Reads a line. Builds a schema that is described in words. Returns undefined if it cannot be
 * built.
 */
export function readHazard(line: string, labelBefore: string): Hazard | undefined {
  const row: unknown = JSON.parse(line);
  if (!isJsonObject(row)) return undefined;
  const built = buildFrom(textAt(row, "generate"));
  const schema = own(row, "schema") ?? built.schema;
  const label = textAt(row, "expect");
  if (schema === undefined) return undefined;
  return {
    id: textAt(row, "id"),
    name: textAt(row, "name"),
    expect: label === "same" ? labelBefore : label,
    schema,
    data: own(row, "data") ?? built.data,
  };
}

interface Built {
  readonly schema?: JsonValue;
  readonly data?: JsonValue;
}

/** Builders by the words of a description. The more specific patterns come first. */
const builders: readonly (readonly [RegExp, (count: number, words: string) => Built])[] = [
  [/null$/, () => ({ schema: null })],
  [/array of .*objects/, (count) => ({ data: objects(count) })],
  [/(array|list) of/, (count) => ({ data: Array.from({ length: count }, (_, i) => i) })],
  [/(string|text) of|characters? '?a/, (count) => ({ data: "a".repeat(count) })],
  [/value .*(nest|deep|depth|level)/, (count) => ({ data: chain(count) })],
  [
    /enum/,
    (count) => ({ schema: { enum: Array.from({ length: count }, (_, i) => `value ${i}`) } }),
  ],
  [/required/, (count) => ({ schema: { type: "object", required: Object.keys(numbered(count)) } })],
  [
    /doubl|twice|bomb|laugh|expon|fan-?out/i,
    (count, words) => ({ schema: doubling(count, words) }),
  ],
  [/cycle|circle|circular|loop/, (count) => ({ schema: circle(count) })],
  [/\$ref.*chain|chain.*\$ref/, (count) => ({ schema: refChain(count) })],
  [/nest|deep|depth|level/, (count, words) => ({ schema: nested(count, words) })],
  [/propert|keys/, (count) => ({ schema: { type: "object", properties: numbered(count) } })],
  [/branch|alternative|anyOf|oneOf|allOf/i, (count, words) => ({ schema: branches(count, words) })],
  [/\$?def/, (count) => ({ schema: { type: "object", $defs: numbered(count) } })],
  [
    /pattern|regex/,
    (count) => ({ schema: { type: "string", pattern: `^${"a?".repeat(count)}$` } }),
  ],
  [
    /descri|title|byte|character|kB|MB/i,
    (count) => ({ schema: { type: "object", description: "x".repeat(count) } }),
  ],
];

function buildFrom(words: string): Built {
  const build = builders.find(([pattern]) => pattern.test(words))?.[1];
  return build?.(numberIn(words) ?? 1, words) ?? {};
}

/** Parses the first number. `1e6`, `10,000`, `128 kB` and `2 MB` are numbers. */
export function numberIn(words: string): number | undefined {
  const [, digits, unit = ""] = /(\d[\d,_]*(?:\.\d+)?(?:e\d+)?)\s*([kM]B)?/.exec(words) ?? [];
  if (digits === undefined) return undefined;
  const factor = { kB: 1_000, MB: 1_000_000 }[unit] ?? 1;
  return Number(digits.replaceAll(/[,_]/g, "")) * factor;
}

function objects(count: number): JsonValue {
  return Array.from({ length: count }, (_, i) => ({ id: i, name: `object ${i}` }));
}

function numbered(count: number): JsonSchema {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { type: "string" }]));
}

function nested(levels: number, words: string): JsonSchema {
  const keyword = /items|array/.test(words) ? "items" : combinatorIn(words);
  let schema: JsonSchema = { type: "string" };
  for (let i = 0; i < levels; i += 1) {
    schema =
      keyword === undefined
        ? { type: "object", properties: { in: schema } }
        : { [keyword]: keyword === "items" ? schema : [schema] };
  }
  return schema;
}

function chain(levels: number): JsonValue {
  let value: JsonValue = {};
  for (let i = 0; i < levels; i += 1) value = { a: value };
  return value;
}

function refChain(length: number): JsonSchema {
  const links = Array.from({ length }, (_, i): [string, JsonSchema] => [
    `d${i}`,
    i + 1 === length ? { type: "string" } : { $ref: `#/$defs/d${i + 1}` },
  ]);
  return { $ref: "#/$defs/d0", $defs: Object.fromEntries(links) };
}

function branches(count: number, words: string): JsonSchema {
  const all = Array.from({ length: count }, (_, i) => ({ properties: { a: { const: i } } }));
  return { type: "object", [combinatorIn(words) ?? "anyOf"]: all };
}

function doubling(levels: number, words: string): JsonSchema {
  const keyword = combinatorIn(words) ?? "allOf";
  const links = Array.from({ length: levels }, (_, i): [string, JsonSchema] => [
    `d${i}`,
    { [keyword]: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
  ]);
  return {
    type: "object",
    properties: { a: { $ref: "#/$defs/d0" } },
    $defs: { ...Object.fromEntries(links), [`d${levels}`]: { type: "string" } },
  };
}

function circle(length: number): JsonSchema {
  const links = Array.from({ length }, (_, i): [string, JsonSchema] => [
    `d${i}`,
    { $ref: `#/$defs/d${(i + 1) % length}` },
  ]);
  return { $ref: "#/$defs/d0", $defs: Object.fromEntries(links) };
}

function combinatorIn(words: string): string | undefined {
  return /(anyOf|oneOf|allOf)/i
    .exec(words)?.[1]
    ?.replace(/of$/i, "Of")
    .replace(/^./, (first) => first.toLowerCase());
}

function textAt(row: JsonObject, key: string): string {
  const value = own(row, key);
  return typeof value === "string" ? value : "";
}
