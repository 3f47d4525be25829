import type { JsonArray, JsonValue } from "@toolcourt/sdk";
import { _, type Ajv, type FuncKeywordDefinition } from "ajv";
import { allDiffer, memberOf } from "./identity.ts";
import { hasAtLeast, hasAtMost } from "./length.ts";
import { isMultiple } from "./multiple.ts";

/**
 * Replaces keywords whose built-in versions have one of three flaws. They take superlinear time,
 * compare by calling a value's own `toString` or `valueOf`, or divide decimals as binary fractions.
 */
const replacements: readonly (FuncKeywordDefinition & { readonly keyword: string })[] = [
  {
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    errors: false,
    compile: (isWanted: boolean) => (isWanted ? allDiffer : () => true),
  },
  {
    keyword: "enum",
    schemaType: "array",
    errors: false,
    error: { message: "", params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}` },
    compile: (values: JsonArray) => memberOf(values),
  },
  {
    keyword: "const",
    errors: false,
    error: { message: "", params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}` },
    compile: (expected: JsonValue) => memberOf([expected]),
  },
  {
    keyword: "maxLength",
    type: "string",
    schemaType: "number",
    errors: false,
    error: { message: "", params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    compile: (limit: number) => (text: string) => hasAtMost(text, limit),
  },
  {
    keyword: "minLength",
    type: "string",
    schemaType: "number",
    errors: false,
    error: { message: "", params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    compile: (limit: number) => (text: string) => hasAtLeast(text, limit),
  },
  {
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    errors: false,
    error: { message: "", params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
    compile: (divisor: number) => (value: number) => isMultiple(value, divisor),
  },
];

export function replaceKeywords(ajv: Ajv): void {
  for (const replacement of replacements)
    ajv.removeKeyword(replacement.keyword).addKeyword(replacement);
}
