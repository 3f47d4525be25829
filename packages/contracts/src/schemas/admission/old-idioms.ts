import { isJsonObject, type JsonSchema, own, pointerToken, subschemas } from "@toolcourt/sdk";
import type { Remark } from "@toolcourt/sdk/rules";
import { defineCheck } from "./check.ts";

export const oldIdioms = defineCheck({
  id: "schema/old-idioms",
  summary: "Reject keywords in the form of draft-03 and draft-04",
  why: `Newer dialects give these keywords another form. A validator would refuse them without a reason an
author can act on, or would quietly check nothing.`,
  good: [{ input: { type: "object", properties: { n: { type: "number", exclusiveMinimum: 0 } } } }],
  bad: [
    { input: { type: "object", properties: { n: { minimum: 0, exclusiveMinimum: true } } } },
    { input: { type: "object", properties: { n: { type: "string", required: true } } } },
  ],

  *inspect(schema) {
    for (const { schema: each, pointer } of subschemas(schema)) {
      for (const { keyword, advice } of idiomsIn(each)) {
        yield { pointer: pointer + pointerToken(keyword), message: advice };
      }
    }
  },
});

interface Idiom {
  readonly keyword: string;
  readonly advice: Remark["message"];
}

const idioms: readonly (Idiom & { readonly isUsed: (value: unknown) => boolean })[] = [
  {
    keyword: "exclusiveMinimum",
    isUsed: isBoolean,
    advice: "Write the bound itself as a number: `exclusiveMinimum` is no switch since draft-06.",
  },
  {
    keyword: "exclusiveMaximum",
    isUsed: isBoolean,
    advice: "Write the bound itself as a number: `exclusiveMaximum` is no switch since draft-06.",
  },
  {
    keyword: "required",
    isUsed: isBoolean,
    advice:
      "List the property in `required` of the object around it; `required` is no switch since draft-04.",
  },
  {
    keyword: "extends",
    isUsed: isJsonObject,
    advice: "Use `allOf`; `extends` went away with draft-04.",
  },
];

function idiomsIn(schema: JsonSchema): readonly Idiom[] {
  return idioms.filter(({ keyword, isUsed }) => isUsed(own(schema, keyword)));
}

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}
