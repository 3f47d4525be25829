import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import { Ajv, type Options } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { failuresOf } from "./ajv-failures.ts";
import { replaceKeywords } from "./ajv-keywords.ts";
import type { Dialect } from "./dialect.ts";
import type { Failure } from "./issues.ts";
import type { SchemaLimits } from "./limits.ts";
import { patternOf } from "./pattern.ts";

/** Says nothing about a value that fits. */
export type Check = (value: JsonValue) => readonly Failure[] | undefined;

export interface AjvSource {
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  readonly limits: SchemaLimits;
}

const compilers = { "draft-07": Ajv, "2019-09": Ajv2019, "2020-12": Ajv2020 };

// The same without keywords of their own, which take longer to add than most schemas to compile.
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

/** What keywords mean in each dialect. Made once: it knows nothing of any schema. */
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
 * Compiles in an instance of its own: Ajv keeps names and functions of everything it has compiled, so a
 * shared one would let two servers see each other's schemas and would grow for ever.
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
    // Ajv asks for the source of the expression when it writes stand-alone code, which we never do.
    code: "undefined",
  });
  return {
    strict: false,
    logger: false,
    // Nobody reads Ajv's own words, and code that need not say them is compiled sooner.
    messages: false,
    meta: false,
    // Admission has done it, with messages that an author can act on.
    validateSchema: false,
    ownProperties: true,
    addUsedSchema: false,
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated because newer drafts differ, and this is for the old one
    ignoreKeywordsWithRef: dialect === "draft-07",
    // From 2019-09 on `format` is an annotation, and the official suite asks the same of draft-07.
    validateFormats: false,
    // Rewriting the code takes Ajv as long as writing it; V8 optimizes what is called often.
    code: { regExp, optimize: false },
  };
}
