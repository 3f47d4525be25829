import { subschemas as everySubschema } from "@toolcourt/sdk";
import { defineCheck } from "./check.ts";

export const subschemas = defineCheck({
  id: "schema/subschemas",
  summary: "Limit a schema to 2,000 subschemas as written",
  why: `Every subschema costs time when the schema is compiled and whenever a value is checked. The largest
real schemas have a few hundred.`,
  good: [{ input: { type: "object", properties: numbered(50) } }],
  bad: [{ input: { type: "object", properties: numbered(3_000) } }],

  *inspect(schema, { maxSubschemas }) {
    let count = 0;
    for (const { pointer } of everySubschema(schema)) {
      count += 1;
      if (count > maxSubschemas) {
        yield { pointer, message: `Use at most ${maxSubschemas} subschemas; this is one more.` };
        return;
      }
    }
  },
});

function numbered(count: number): Readonly<Record<string, { readonly type: string }>> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { type: "string" }]));
}
