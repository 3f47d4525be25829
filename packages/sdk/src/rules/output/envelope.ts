import type { JsonSchema } from "../../contract/json.ts";
import { own } from "../../contract/json.ts";
import { type Alternative, alternativesOf, isRequired, propertyOf } from "../alternatives.ts";
import { defineRule, type Remark } from "../rule.ts";

const parts = ["data", "agentHints", "metadata"];
const hints =
  "suggestedNextActions relatedResources confidence sourceQuality validityPeriod contextNeeded assumptions riskFactors dependencies estimatedImpact preferenceAlignment".split(
    " ",
  );
const impact = ["benefit", "effort", "roi"];
const metadata = ["toolVersion", "timestamp", "executionTime", "serviceVersion"];

const all = (
  names: readonly string[],
  known: Readonly<Record<string, JsonSchema>>,
): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, known[name] ?? {}])),
  required: names,
});
const wholeHints = all(hints, {
  confidence: { type: "number", minimum: 0, maximum: 1 },
  estimatedImpact: all(impact, {}),
});
const whole = all(parts, { agentHints: wholeHints, metadata: all(metadata, {}) });

export const outputEnvelope = defineRule({
  id: "output/envelope",
  severity: { "agent-hints": "error" },
  requirements:
    "33 34 35 37 38 40 41 42 43 44 45 46 47 53 54 55 56 83 84 85 86 101 102 109 110 128 129 131 132 133 134 135 136 137 138 140"
      .split(" ")
      .map((number) => `S3-${number}`),
  summary: "Require results in an envelope of data, hints and metadata",
  why: `An agent that gets bare data must guess what to do next and how far to trust it. The envelope
carries the data, every hint, and what made the result, also when the call failed.`,
  good: [{ output: whole }, { output: { type: "object", oneOf: [whole, whole] } }],
  bad: [
    { output: { type: "object", properties: { celsius: { type: "number" } } } },
    { output: all(parts, { agentHints: all(["confidence"], {}), metadata: all(metadata, {}) }) },
    { output: all(parts, { agentHints: wholeHints, metadata: {} }) },
  ],

  *check({ output }) {
    if (output === undefined) return;
    const found = alternativesOf(output, output).flatMap((way) => [...envelopeGaps(way, output)]);
    // Deduplicated: the success and failure alternatives often lack the same part.
    yield* new Map(found.map((remark) => [remark.message, remark])).values();
  },
});

function* envelopeGaps(way: Alternative, root: JsonSchema): Generator<Remark> {
  yield* gaps(way, parts, "the result");
  const held = propertyOf(way, "agentHints");
  if (held !== undefined) yield* hintGaps(held, root);
  const made = propertyOf(way, "metadata");
  for (const each of made === undefined ? [] : alternativesOf(made, root)) {
    yield* gaps(each, metadata, "`metadata`");
  }
}

function* hintGaps(held: JsonSchema, root: JsonSchema): Generator<Remark> {
  for (const way of alternativesOf(held, root)) {
    yield* gaps(way, hints, "`agentHints`");
    const estimated = propertyOf(way, "estimatedImpact");
    for (const each of estimated === undefined ? [] : alternativesOf(estimated, root)) {
      yield* gaps(each, impact, "`estimatedImpact`");
    }
    const confidence = propertyOf(way, "confidence");
    if (confidence !== undefined && !isRatio(confidence, root)) {
      yield { pointer: "/output", message: "Bound `confidence` by 0 and 1." };
    }
  }
}

function* gaps(way: Alternative, names: readonly string[], where: string): Generator<Remark> {
  const missing = names.filter(
    (name) => propertyOf(way, name) === undefined || !isRequired(way, name),
  );
  if (missing.length > 0) {
    yield {
      pointer: "/output",
      message: `Declare and require in ${where}: ${missing.join(", ")}.`,
    };
  }
}

function isRatio(schema: JsonSchema, root: JsonSchema): boolean {
  return alternativesOf(schema, root).every(
    (way) =>
      way.some((each) => own(each, "minimum") === 0) &&
      way.some((each) => own(each, "maximum") === 1),
  );
}
