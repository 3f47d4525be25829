import type { JsonArray, JsonSchema, JsonValue } from "@toolcourt/sdk";
import { _, Ajv, type FuncKeywordDefinition, type Options } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { failuresOf } from "./ajv-failures.ts";
import type { Dialect } from "./dialect.ts";
import { allDiffer, memberOf } from "./identity.ts";
import type { Failure } from "./issues.ts";
import { hasAtLeast, hasAtMost } from "./length.ts";
import type { SchemaLimits } from "./limits.ts";
import { isMultiple } from "./multiple.ts";
import { patternOf } from "./pattern.ts";

/** Returns undefined for a valid value. */
export type Check = (value: JsonValue) => readonly Failure[] | undefined;

interface AjvSource {
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  readonly limits: SchemaLimits;
}

/** Ajv has one class a dialect. */
export const compilers = { "draft-07": Ajv, "2019-09": Ajv2019, "2020-12": Ajv2020 };

// The same without custom keywords, which take longer to add than most schemas to compile.
const bareCompilers = {
  "draft-07": class extends Ajv {
    override _addVocabularies(): void {}
  },
  "2019-09": class extends Ajv2019 {
    override _addVocabularies(): void {}
  },
  "2020-12": class extends Ajv2020 {
    override _addVocabularies(): void {}
  },
};

/** Keyword rules per dialect. Built once, because they do not depend on a schema. */
const meanings = new Map<Dialect, Ajv["RULES"]>();

function meaningsIn(dialect: Dialect, options: Options): Ajv["RULES"] {
  const known = meanings.get(dialect);
  if (known !== undefined) return known;
  const ajv = new compilers[dialect](options);
  replaceKeywords(ajv);
  meanings.set(dialect, ajv.RULES);
  return ajv.RULES;
}

/**
 * Compiles a schema in its own Ajv instance. Ajv keeps the names and functions of everything it has
 * compiled. A shared instance would expose one server's schemas to another, and would grow without
 * limit.
 */
export function compileWithAjv({ schema, dialect, limits }: AjvSource): Check {
  const options = optionsFor(dialect, limits);
  const ajv = new bareCompilers[dialect](options);
  Object.assign(ajv, { RULES: meaningsIn(dialect, options) });
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? undefined : failuresOf(validate.errors));
}

function optionsFor(dialect: Dialect, limits: SchemaLimits): Options {
  const regExp = Object.assign((pattern: string) => patternOf(pattern, limits), {
    // Ajv needs the source of the expression only for stand-alone code, which we never generate.
    code: "undefined",
  });
  return {
    strict: false,
    logger: false,
    // Ajv's messages are unused, and code without them compiles faster.
    messages: false,
    meta: false,
    // Admission has already validated the schema, with actionable messages.
    validateSchema: false,
    ownProperties: true,
    addUsedSchema: false,
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated because newer drafts differ, and this is for the old one
    ignoreKeywordsWithRef: dialect === "draft-07",
    // Since 2019-09 `format` is an annotation, and the official suite requires the same for
    // draft-07.
    validateFormats: false,
    // Optimizing takes Ajv as long as generating the code. V8 optimizes hot code anyway.
    code: { regExp, optimize: false },
  };
}

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

function replaceKeywords(ajv: Ajv): void {
  for (const replacement of replacements)
    ajv.removeKeyword(replacement.keyword).addKeyword(replacement);
}
