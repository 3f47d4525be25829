import type { JsonValue } from "@toolcourt/sdk";
import { hasAtLeast, hasAtMost } from "../schemas/length.ts";
import type { Random } from "./draw-deps.ts";
import { type Leaf, numbersBy, refusedBy, saidBy } from "./layer.ts";
import {
  type KnownPattern,
  matches,
  type PatternBook,
  writePattern,
} from "./text/write-pattern.ts";

interface Wanted {
  readonly min: number;
  readonly max: number;
  readonly patterns: readonly KnownPattern[];
  readonly refused: readonly KnownPattern[];
  readonly formats: readonly string[];
}

interface TextDeps {
  readonly random: Random;
  readonly patterns: PatternBook;
}

/** Maximum text length. No handwritten contract needs more. */
const maxLength = 100_000;

/** Returns texts the leaves allow, simplest first. */
export function textsFor(
  leaves: readonly Leaf[],
  { random, patterns }: TextDeps,
): readonly string[] {
  const read = (source: JsonValue): readonly KnownPattern[] =>
    typeof source === "string" ? [patterns(source)] : [];
  const wanted: Wanted = {
    min: Math.max(0, ...numbersBy(leaves, "minLength").map(Math.ceil)),
    max: Math.min(Number.POSITIVE_INFINITY, ...numbersBy(leaves, "maxLength").map(Math.floor)),
    patterns: saidBy(leaves, "pattern").flatMap(read),
    refused: refusedBy(leaves, "pattern").flatMap(read),
    formats: saidBy(leaves, "format").filter((format) => typeof format === "string"),
  };
  if (wanted.min > wanted.max || wanted.min > maxLength) return [];
  return [...new Set(candidates(wanted, random))].filter((text) => fits(text, wanted));
}

function fits(text: string, { min, max, patterns, refused }: Wanted): boolean {
  return (
    hasAtLeast(text, min) &&
    hasAtMost(text, max) &&
    patterns.every((pattern) => matches(pattern, text)) &&
    !refused.some((pattern) => matches(pattern, text))
  );
}

function candidates(wanted: Wanted, random: Random): readonly string[] {
  const known = wanted.formats.flatMap(textsOfFormat);
  const written = wanted.patterns.flatMap((pattern) => textsOf(pattern, wanted, random));
  if (wanted.patterns.length > 1) return [...known, ...written, ...joined(written)];
  if (wanted.patterns.length > 0) return [...known, ...written];
  const broken = wanted.refused.flatMap((pattern) => nearMisses(pattern, wanted, random));
  if (known.length > 0) return [...known, ...broken, ...stretched(known, wanted)];
  return [...broken, ...plainTexts(wanted, random)];
}

/** Concatenates texts, for several patterns that each require a part. */
function joined(texts: readonly string[]): readonly string[] {
  const few = [...new Set(texts)].slice(0, 40);
  return few.flatMap((first) => few.map((second) => first + second));
}

/** Repetitions beyond the minimum, in the order tried. */
const stretches = [0, 1, 2, 4, 8, 16];

function textsOf({ tree }: KnownPattern, { min, max }: Wanted, random: Random): readonly string[] {
  const left = Math.min(maxLength, max);
  const plain = [0, 1, ...nearLengths(min)].map((stretch) => writePattern(tree, { stretch, left }));
  const varied = stretches.flatMap((stretch) =>
    [stretch, min].map((each) => writePattern(tree, { random, stretch: each, left })),
  );
  const texts = [...plain, ...varied].filter((text) => text !== undefined);
  // An unanchored pattern allows padding around its match.
  return texts.flatMap((text) => [text, text.padEnd(min, "a"), text.padStart(min, "a")]);
}

function nearLengths(min: number): readonly number[] {
  return min === 0 ? [] : [min, min - 1];
}

/** Returns texts that narrowly miss a pattern. */
function nearMisses(pattern: KnownPattern, wanted: Wanted, random: Random): readonly string[] {
  const texts = textsOf(pattern, wanted, random).slice(0, 4);
  const changed = texts.flatMap((text) => [
    text.slice(0, -1),
    `${text}~`,
    `~${text}`,
    text.slice(1),
    `${text} `,
    text.toUpperCase(),
  ]);
  return [...changed, ...foreign.flatMap((text) => [text, text.repeat(wanted.min)])];
}

const foreign = ["", "~", " ", "a", "A", "0", "é", "\n"];

/** Returns filler texts of the required lengths. */
function plainTexts({ min, max }: Wanted, random: Random): readonly string[] {
  const word = Array.from(
    { length: Math.min(Math.max(min, 1 + random.below(12)), maxLength) },
    () => letters.charAt(random.below(letters.length)),
  ).join("");
  const ends = max <= maxLength ? ["a".repeat(max)] : [];
  const shortest = "a".repeat(Math.max(min, 1));
  return [
    shortest,
    "a".repeat(min),
    word,
    ...ends,
    ...oddities.map((text) => text.padEnd(min, "a")),
  ];
}

const letters = "abcdefghijklmnopqrstuvwxyz";

/** Texts that often break programs. */
const oddities = [
  "Ünï çödé",
  "😀",
  "two words",
  `"quoted'`,
  "line\nbreak",
  "<b>&amp;</b>",
  "../../../gateway",
  "0",
  " ",
];

function stretched(texts: readonly string[], { min }: Wanted): readonly string[] {
  return texts.map((text) => text.padEnd(min, "a"));
}

/**
 * Sample texts of each format, simplest first. The engine treats `format` as an annotation, but
 * servers may not.
 */
const texts: Readonly<Record<string, readonly string[]>> = {
  date: ["2024-01-31", "2024-02-29", "1999-12-31"],
  "date-time": ["2024-01-31T12:00:00Z", "2024-02-29T23:59:59.999+02:00", "1999-12-31T00:00:00Z"],
  time: ["12:00:00Z", "23:59:59.5+02:00"],
  duration: ["P1D", "PT36H", "P1Y2M3DT4H5M6S"],
  email: ["a@example.com", "first.last+tag@sub.example.org"],
  "idn-email": ["a@example.com", "ä@bücher.example"],
  hostname: ["example.com", "a-1.example.org", "localhost"],
  "idn-hostname": ["example.com", "bücher.example"],
  ipv4: ["192.0.2.1", "255.255.255.255", "0.0.0.0"],
  ipv6: ["2001:db8::1", "::1", "2001:db8:0:0:0:0:0:ff"],
  uri: ["https://example.com/", "https://example.com/a?b=c#d", "urn:example:a"],
  "uri-reference": ["/a", "https://example.com/", "../b?c#d"],
  iri: ["https://example.com/", "https://example.com/ä"],
  "iri-reference": ["/a", "/ä"],
  "uri-template": ["https://example.com/{id}", "/a{?b,c}"],
  url: ["https://example.com/", "https://example.com/a?b=c"],
  uuid: ["123e4567-e89b-42d3-a456-426614174000", "00000000-0000-4000-8000-000000000000"],
  "json-pointer": ["/a", "", "/a~1b/0"],
  "relative-json-pointer": ["0", "1/a", "0#"],
  regex: ["^a+$", "[0-9]{2,3}", "."],
  byte: ["YQ==", ""],
  base64: ["YQ==", ""],
  binary: ["a"],
  password: ["a-Long_Pass-1"],
  color: ["#336699"],
};

export function textsOfFormat(format: string): readonly string[] {
  return Object.hasOwn(texts, format) ? (texts[format] ?? []) : [];
}
