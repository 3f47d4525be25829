import type { JsonSchema } from "@toolcourt/sdk";
import { dialectOf } from "../dialect.ts";
import { expansionOf } from "../graph.ts";
import { loadOf } from "../load.ts";
import { indexReferences } from "../references.ts";
import { defineCheck } from "./check.ts";

export const expansion = defineCheck({
  id: "schema/expansion",
  summary: "Limit how often one value is checked once every reference is expanded",
  why: `Twenty definitions that each refer twice to the next are a million subschemas when a value is
checked, although they are written in a kilobyte. No value may be checked more than 2,000 times, nor
may there be more than 10,000 subschemas.`,
  good: [{ input: doubling(5) }],
  bad: [{ input: doubling(20) }],

  *inspect(schema, { maxSubschemas, maxExpansion }) {
    const dialect = dialectOf(schema);
    if (dialect === undefined) return;
    const references = indexReferences(schema, dialect);
    const expanded = expansionOf(references, schema, maxExpansion);
    if (expanded.subschemas > maxExpansion) {
      yield {
        pointer: "",
        message: `Refer less: with every reference expanded there are more than ${maxExpansion} subschemas.`,
      };
    } else if (
      expanded.subschemas > maxSubschemas &&
      loadOf(references, expanded, maxExpansion) > maxSubschemas
    ) {
      yield {
        pointer: "",
        message: `Refer less: with every reference expanded one value is checked more than ${maxSubschemas} times.`,
      };
    }
  },
});

function doubling(levels: number): JsonSchema {
  const links = Array.from({ length: levels }, (_, i): [string, JsonSchema] => [
    `d${i}`,
    { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
  ]);
  return {
    type: "object",
    properties: { a: { $ref: "#/$defs/d0" } },
    $defs: { ...Object.fromEntries(links), [`d${levels}`]: { type: "string" } },
  };
}
