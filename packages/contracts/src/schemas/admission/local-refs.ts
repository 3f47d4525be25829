import { pointerToken, subschemas } from "@toolcourt/sdk";
import { dialectOf } from "../dialect.ts";
import { indexReferences, referencesFrom } from "../references.ts";
import { defineCheck } from "./check.ts";

export const localRefs = defineCheck({
  id: "schema/local-refs",
  summary: "Require every reference to lead to a place in the same document",
  why: `An external reference would make the gateway fetch an untrusted address. The schema could also change
after its approval.`,
  good: [
    {
      input: {
        type: "object",
        properties: { a: { $ref: "#/$defs/a" } },
        $defs: { a: { type: "string" } },
      },
    },
  ],
  bad: [
    { input: { type: "object", properties: { a: { $ref: "https://example.com/a.json" } } } },
    { input: { type: "object", properties: { a: { $ref: "#/$defs/missing" } } } },
  ],

  *inspect(schema) {
    const dialect = dialectOf(schema);
    if (dialect === undefined) return;
    const references = indexReferences(schema, dialect);
    for (const { schema: each, pointer } of subschemas(schema)) {
      for (const { keyword, target } of referencesFrom(references, each)) {
        if (target.kind === "missing") {
          yield {
            pointer: pointer + pointerToken(keyword),
            message: "Refer to a schema in this document; nothing outside it is ever fetched.",
          };
        }
      }
    }
  },
});
