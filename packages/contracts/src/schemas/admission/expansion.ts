import type { JsonSchema } from "@toolcourt/sdk";
import { dialectOf } from "../dialect.ts";
import { expansionOf } from "../graph.ts";
import { indexReferences } from "../references.ts";
import { defineCheck } from "./check.ts";

export const expansion = defineCheck({
  id: "schema/expansion",
  summary: "Limit a schema to 2,000 subschemas once every reference is expanded",
  why: `Twenty definitions that each refer twice to the next are a million subschemas when a value is
checked, although they are written in a kilobyte.`,
  good: [{ input: doubling(5) }],
  bad: [{ input: doubling(20) }],

  *inspect(schema, { maxSubschemas }) {
    const dialect = dialectOf(schema);
    if (dialect === undefined) return;
    const { subschemas } = expansionOf(indexReferences(schema, dialect), schema, maxSubschemas);
    if (subschemas > maxSubschemas) {
      yield {
        pointer: "",
        message: `Refer less: with every reference expanded there are more than ${maxSubschemas} subschemas.`,
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
