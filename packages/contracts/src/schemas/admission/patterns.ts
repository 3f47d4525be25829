import {
  isJsonObject,
  type JsonSchema,
  own,
  type Place,
  pointerToken,
  type SchemaPlace,
  subschemas,
} from "@toolcourt/sdk";
import { readPattern } from "../pattern.ts";
import { defineCheck } from "./check.ts";

export const patterns = defineCheck({
  id: "schema/patterns",
  summary: "Require patterns that can be matched in linear time",
  why: `A pattern with lookaround or a backreference can take years on a text of forty characters. Patterns
run on RE2, which supports neither and takes linear time.`,
  good: [
    { input: { type: "object", properties: { id: { type: "string", pattern: "^[a-z]+$" } } } },
  ],
  bad: [
    { input: { type: "object", properties: { id: { type: "string", pattern: "^(?=a)b$" } } } },
    { input: { type: "object", patternProperties: { "(": {} } } },
  ],

  *inspect(schema, limits) {
    let together = 0;
    for (const { value, pointer } of everyPattern(schema)) {
      const reading = readPattern(value, limits);
      if (reading.kind === "unusable") {
        yield { pointer, message: `Use another pattern: this one ${reading.reason}.` };
        continue;
      }
      together += reading.pattern.programSize;
      if (together > limits.maxPatternPrograms) {
        yield { pointer, message: "Use fewer or simpler patterns: together they are too many." };
        return;
      }
    }
  },
});

function* everyPattern(schema: JsonSchema): Generator<Place<string>> {
  for (const place of subschemas(schema)) yield* patternsIn(place);
}

/** Returns the patterns in a schema itself, as a value or as keys. */
export function patternsIn({ schema, pointer }: SchemaPlace): readonly Place<string>[] {
  const pattern = own(schema, "pattern");
  const keyed = own(schema, "patternProperties");
  return [
    ...(typeof pattern === "string"
      ? [{ value: pattern, pointer: pointer + pointerToken("pattern") }]
      : []),
    ...(isJsonObject(keyed) ? Object.keys(keyed) : []).map((key) => ({
      value: key,
      pointer: pointer + pointerToken("patternProperties") + pointerToken(key),
    })),
  ];
}
