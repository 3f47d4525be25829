import { removeUriSchemePlugin } from "@hyperjump/browser";
// oxlint-disable-next-line import/no-unassigned-import -- importing a dialect is how it is installed
import "@hyperjump/json-schema/draft-07";
// oxlint-disable-next-line import/no-unassigned-import -- importing a dialect is how it is installed
import "@hyperjump/json-schema/draft-2019-09";
import {
  type OutputUnit,
  registerSchema,
  setShouldValidateFormat,
  setShouldValidateSchema,
  unregisterSchema,
  validate,
} from "@hyperjump/json-schema/draft-2020-12";
import { BASIC } from "@hyperjump/json-schema/experimental";
import { type JsonSchema, type JsonValue, own, valueAt } from "@toolcourt/sdk";
import type { Check } from "./ajv.ts";
import { type Dialect, uriOfDialect } from "./dialect.ts";
import { installKeywords } from "./hyperjump-keywords.ts";
import type { Failure } from "./issues.ts";
import { sealed } from "./sealed.ts";

export interface HyperjumpSource {
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
}

installKeywords();
setShouldValidateSchema(false);
setShouldValidateFormat(false);
// A reference outside the document must not resolve.
for (const scheme of ["http", "https", "file"]) removeUriSchemePlugin(scheme);

let compilations = 0;
let previous: Promise<unknown> = Promise.resolve();

/**
 * Compiles one schema at a time. Hyperjump has one registry per thread. A document is registered
 * under a unique name during its compilation only, and no other document sees it.
 */
export function compileWithHyperjump(source: HyperjumpSource): Promise<Check> {
  const compilation = previous.then(() => compileAlone(source));
  previous = compilation.catch(() => undefined);
  return compilation;
}

async function compileAlone({ schema, dialect }: HyperjumpSource): Promise<Check> {
  compilations += 1;
  const uri = `toolcourt://schema/${compilations}`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same JSON in the library's mutable type; it copies before it writes
  const document = sealed(schema) as Parameters<typeof registerSchema>[0];
  registerSchema(document, uri, uriOfDialect[dialect]);
  try {
    const check = await validate(uri);
    return (value) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same JSON in the library's mutable type; it only reads
      const output = check(value as Parameters<typeof check>[0], BASIC);
      return output.valid
        ? undefined
        : (output.errors ?? []).map((unit) => failureOf(unit, schema, uri));
    };
  } finally {
    unregisterSchema(uri);
  }
}

function failureOf(unit: OutputUnit, schema: JsonSchema, uri: string): Failure {
  const keyword = unit.keyword.slice(unit.keyword.lastIndexOf("/") + 1);
  const pointer = fragmentOf(unit.instanceLocation);
  if (keyword === "validate") {
    const isExtra = /\/(additional|unevaluated)Properties$/.test(unit.absoluteKeywordLocation);
    return { keyword: isExtra ? "additionalProperties" : "false", pointer, expected: undefined };
  }
  return { keyword, pointer, expected: keywordValue(unit.absoluteKeywordLocation, schema, uri) };
}

/** Undefined for a keyword in an embedded document, whose pointers do not start at our root. */
function keywordValue(location: string, schema: JsonSchema, uri: string): JsonValue | undefined {
  const isOurs = location.startsWith(`${uri}#`) && own(schema, "$id") === undefined;
  return isOurs ? valueAt(schema, fragmentOf(location)) : undefined;
}

function fragmentOf(location: string): string {
  const fragment = location.slice(location.indexOf("#") + 1);
  try {
    return decodeURI(fragment);
  } catch {
    return fragment;
  }
}
