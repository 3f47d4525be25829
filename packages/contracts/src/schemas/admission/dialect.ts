import { own, pointerToken, subschemas } from "@toolcourt/sdk";
import { dialectNamed } from "../dialect.ts";
import { defineCheck } from "./check.ts";

export const dialect = defineCheck({
  id: "schema/dialect",
  summary: "Require a supported dialect of JSON Schema",
  why: `The same keywords mean different things in different dialects. A schema in an unknown one cannot be
enforced, and its meta-schema is never fetched.`,
  good: [
    { input: { $schema: "http://json-schema.org/draft-07/schema#", type: "object" } },
    { input: { type: "object" } },
  ],
  bad: [
    { input: { $schema: "https://example.com/my-dialect", type: "object" } },
    { input: { $schema: "http://json-schema.org/draft-04/schema#", type: "object" } },
  ],

  *inspect(schema) {
    for (const { schema: each, pointer } of subschemas(schema)) {
      const named = own(each, "$schema");
      if (named !== undefined && dialectNamed(named) === undefined) {
        yield { pointer: pointer + pointerToken("$schema"), message: adviceOn(named) };
      }
    }
  },
});

function adviceOn(named: unknown): string {
  const isOld =
    typeof named === "string" && /json-schema\.org\/(draft-0[3-6]\/)?schema/.test(named);
  return isOld
    ? "Rewrite the schema in draft-07 or 2020-12; older drafts are not supported."
    : "Name draft-07, 2019-09 or 2020-12 as `$schema`, or leave it out for 2020-12.";
}
