import { subschemas } from "@toolcourt/sdk";
import { dialectOf } from "../dialect.ts";
import { endlessPlaces } from "../graph.ts";
import { indexReferences } from "../references.ts";
import { defineCheck } from "./check.ts";

export const refCycles = defineCheck({
  id: "schema/ref-cycles",
  summary: "Reject references that come back to themselves on the same value",
  why: `A tree that refers to itself through its properties is fine: every round descends one level. A cycle
on the same value never ends.`,
  good: [
    {
      input: {
        type: "object",
        properties: { children: { type: "array", items: { $ref: "#" } } },
      },
    },
  ],
  bad: [
    { input: { $ref: "#" } },
    {
      input: {
        $ref: "#/$defs/a",
        $defs: { a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { not: { $ref: "#/$defs/a" } } },
      },
    },
  ],

  *inspect(schema) {
    const dialect = dialectOf(schema);
    if (dialect === undefined) return;
    for (const { pointer } of endlessPlaces(indexReferences(schema, dialect), subschemas(schema))) {
      yield { pointer, message: "Break the cycle: this schema applies itself to the same value." };
    }
  },
});
