import { isUtf8 } from "node:buffer";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findSecrets } from "../packages/gateway/src/boundary/redaction/find-secrets.ts";
import { createEvents } from "../packages/gateway/src/upstreams/http/response-reading.ts";
import type { Row } from "./area.ts";
import { gitleaksSamples, type Sample } from "./redaction-samples.ts";

interface Case {
  readonly rule: string;
  readonly case: string;
  readonly label: "ng" | "ok";
  readonly input_b64: string;
  readonly expected: readonly { readonly range: readonly [number, number] }[];
}

/** Rules for words that their own tests configure, and one for paths: none of these is a secret. */
const notOfSecrets = new Set(["example", "filter-comments", "pattern", "no-homedir"]);

/**
 * Measures the labeled files of secretlint: how many bad ones are redacted, and how many good ones.
 */
export function measureLabeled(folder: string): readonly Row[] {
  const cases = casesIn(folder);
  if (cases.length === 0) return [];
  const texts = cases.filter((each) => isUtf8(Buffer.from(each.input_b64, "base64")));
  const bad = texts.filter(({ label, rule }) => label === "ng" && !notOfSecrets.has(rule));
  const badTexts = new Set(texts.filter(({ label }) => label === "ng").map(textOf));
  const good = cases.filter((each) => each.label === "ok" && !isGoodByOption(each, bad, badTexts));
  const missed = bad.filter((each) => !isTouched(each));
  const touched = good.filter(isTouched);
  const everyBad = cases.filter(({ label }) => label === "ng");
  const everyGood = cases.filter(({ label }) => label === "ok");
  return [
    {
      what: "labeled secrets, bad",
      figure: bad.length,
      unit: "count",
      note: `of ${everyBad.length}; the rest is binary or no secret`,
    },
    rateRow("labeled secrets, bad found", 1 - missed.length / bad.length, {
      min: 0.95,
      first: missed.map(nameOf),
    }),
    {
      what: "labeled secrets, good",
      figure: good.length,
      unit: "count",
      note: `of ${everyGood.length}; the rest is good by an option only`,
    },
    rateRow("labeled secrets, good touched", touched.length / good.length, {
      max: 0.05,
      first: touched.map(nameOf),
    }),
    {
      what: "labeled secrets, bad found of all rows",
      figure: everyBad.filter(isTouched).length / everyBad.length,
      unit: "rate",
    },
    {
      what: "labeled secrets, good touched of all rows",
      figure: everyGood.filter(isTouched).length / everyGood.length,
      unit: "rate",
    },
  ];
}

const encodings: readonly { readonly name: string; readonly encode: (text: string) => string }[] = [
  { name: "in JSON", encode: (text) => JSON.stringify({ log: text }) },
  { name: "in JSON in JSON", encode: (text) => JSON.stringify([JSON.stringify({ log: text })]) },
  { name: "in a URL", encode: encodeURIComponent },
  { name: "in base64", encode: (text) => Buffer.from(text).toString("base64") },
  { name: "in base64, second byte", encode: (text) => Buffer.from(`:${text}`).toString("base64") },
  { name: "in base64, third byte", encode: (text) => Buffer.from(`x:${text}`).toString("base64") },
];

/** Measures a text for each gitleaks rule, plain and in each encoding. */
export function measureSamples(folder: string): readonly Row[] {
  const samples = gitleaksSamples(folder);
  if (samples.length === 0) return [];
  const others = [1, 2, 3].flatMap((seed) => gitleaksSamples(folder, seed));
  return [
    { what: "gitleaks samples", figure: samples.length, unit: "count" },
    sampleRow("gitleaks samples found", samples, 0.95),
    sampleRow("gitleaks samples found, three more of each rule", others, 0.95),
    ...encodings.map(({ name, encode }) => {
      const encoded = samples.map(({ rule, text }) => ({ rule, text: encode(text) }));
      return sampleRow(`gitleaks samples found ${name}`, encoded, 0.9);
    }),
    splitRow(samples),
  ];
}

function sampleRow(what: string, samples: readonly Sample[], min: number): Row {
  const missed = samples.filter(({ text }) => findSecrets(text).length === 0);
  const first = missed.map(({ rule }) => rule);
  return rateRow(what, 1 - missed.length / samples.length, { min, first });
}

/**
 * Puts each sample into a long text that arrives in chunks of seven bytes, joined as in the
 * gateway.
 */
function splitRow(samples: readonly Sample[]): Row {
  const words = "Some words about nothing at all.\n".repeat(100);
  const missed = samples.filter(({ text }) => {
    let found = 0;
    const push = createEvents(1_000_000, ({ data }) => {
      found = findSecrets(String(JSON.parse(data))).length;
    });
    const bytes = Buffer.from(`data: ${JSON.stringify(`${words}${text}${words}`)}\n\n`);
    for (let at = 0; at < bytes.length; at += 7) push(bytes.subarray(at, at + 7));
    return found === 0;
  });
  const first = missed.map(({ rule }) => rule);
  const what = "gitleaks samples found split over pieces";
  return rateRow(what, 1 - missed.length / samples.length, { min: 0.9, first });
}

interface Limits {
  readonly min?: number;
  readonly max?: number;
  readonly first: readonly string[];
}

function rateRow(what: string, figure: number, { min, max, first }: Limits): Row {
  const bound =
    min === undefined
      ? ({ at: "most", value: max ?? 0 } as const)
      : ({ at: "least", value: min } as const);
  const names = [...new Set(first)].slice(0, 5).join("; ");
  return { what, figure, unit: "rate", bound, ...(names === "" ? {} : { note: names }) };
}

/**
 * Returns whether the same text, or its bad part, is also in a bad file. Then only a test option
 * makes it good.
 */
function isGoodByOption(good: Case, bad: readonly Case[], badTexts: ReadonlySet<string>): boolean {
  const text = textOf(good);
  if (badTexts.has(text)) return true;
  return bad
    .filter(({ rule }) => rule === good.rule)
    .flatMap((each) =>
      each.expected.map(({ range: [start, end] }) => textOf(each).slice(start, end)),
    )
    .some((secret) => secret.length >= 16 && text.split(/[\s"'=]/).includes(secret));
}

function casesIn(folder: string): readonly Case[] {
  const file = join(folder, "secrets", "secretlint_cases.b64.jsonl");
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form that SOURCES.md gives the file
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Case);
}

function textOf({ input_b64: input }: Case): string {
  return Buffer.from(input, "base64").toString();
}

function isTouched(each: Case): boolean {
  return findSecrets(textOf(each)).length > 0;
}

function nameOf({ rule, case: name }: Case): string {
  return `${rule} ${name}`;
}
