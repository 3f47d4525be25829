import { z } from "zod";
import { copyJson } from "./json-copy.ts";

type Schema = z.core.$ZodType;

/** The fields of a Zod definition of any kind that matter here. */
export interface Definition
  extends z.core.$ZodTypeDef,
    Partial<Pick<z.core.$ZodLazyDef, "getter">> {
  readonly catchall?: Schema | undefined;
  readonly coerce?: boolean;
  readonly defaultValue?: unknown;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly items?: readonly Schema[];
  readonly keyType?: Schema;
  readonly mode?: string;
  readonly options?: readonly Schema[];
  readonly pattern?: RegExp | undefined;
  readonly rest?: Schema | null;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly valueType?: Schema;
}

/** Returns Zod's definition of a schema or a check. */
export function definitionOf<Def>(part: { readonly _zod: { readonly def: Def } }): Def {
  // oxlint-disable-next-line no-underscore-dangle -- the name is Zod's, for libraries that build on it
  return part._zod.def;
}

/** The kinds whose values are JSON and pass through unchanged. */
const fitKinds: ReadonlySet<string> = new Set(
  `string number int boolean null enum literal template_literal any unknown never
   object array tuple record union lazy
   optional nullable default prefault nonoptional readonly`.split(/\s+/),
);

const advice: Readonly<Record<string, string>> = {
  bigint: "JSON has no such number; use z.int() or text",
  catch: "it would hide wrong values instead of refusing them",
  custom: "its rule has no JSON Schema; use a plain schema with refine",
  date: "JSON has no dates; use z.iso.datetime()",
  file: "JSON has no files; use z.base64()",
  intersection: "closed objects cannot be intersected; use extend",
  map: "JSON has no maps; use z.record()",
  pipe: "it converts its value; convert in the handler instead",
  set: "JSON has no sets; use z.array()",
  transform: "it converts its value; convert in the handler instead",
};

/** The checks that JSON Schema can express, and the author's own, which can only be stricter. */
const fitChecks: ReadonlySet<string> = new Set(
  `greater_than less_than multiple_of number_format
   min_length max_length length_equals string_format custom`.split(/\s+/),
);

/**
 * Returns why a schema behaves differently at runtime than its JSON Schema. Undefined if it does
 * not.
 */
export function whyUnfit(definition: Definition): string | undefined {
  const { type, coerce, checks = [] } = definition;
  if (!fitKinds.has(type))
    return `${type} does not fit: ${advice[type] ?? "JSON has no such kind"}`;
  if (coerce === true)
    return "coercion does not fit: the contract names one type, so accept one type";
  return (
    whyOpen(definition) ??
    whyUnfitDefault(definition) ??
    whyUnfitPattern(definition.pattern) ??
    checks.map((check) => whyUnfitCheck(definitionOf(check))).find((why) => why !== undefined)
  );
}

function whyOpen(definition: Definition): string | undefined {
  const { catchall, mode } = definition;
  const kind = catchall && definitionOf(catchall).type;
  if (kind === "unknown" || kind === "any") {
    return "an open object does not fit: name every key, or use z.record()";
  }
  if (mode === "loose") return "a loose record does not fit: use z.record()";
  return requiredParts(definition).some(isNothingToo)
    ? "unknown in a choice, or unknown or optional under named keys, does not fit: say what the value is"
    : undefined;
}

// The parts for which Zod accepts an absent value although the JSON Schema requires one.
function requiredParts({ options = [], keyType, valueType }: Definition): readonly Schema[] {
  const choices = options.filter((option) => !isOptional(option));
  const anyKey = keyType === undefined || definitionOf(keyType).type === "string";
  return anyKey || valueType === undefined ? choices : [...choices, valueType];
}

function isOptional(schema: Schema): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- the name is Zod's, for libraries that build on it
  return schema._zod.optin === "optional";
}

function isNothingToo(schema: Schema): boolean {
  try {
    const { success, data } = z.safeParse(schema, undefined);
    return success && data === undefined;
  } catch {
    // The author's own check threw, so it does not accept undefined.
    return false;
  }
}

function whyUnfitDefault(definition: Definition): string | undefined {
  if (!("defaultValue" in definition)) return undefined;
  // Each read of `defaultValue` calls the author's function again.
  const [first, second] = [definition.defaultValue, definition.defaultValue];
  if (!isJson(first)) return "a default that is no JSON does not fit";
  if (JSON.stringify(first) !== JSON.stringify(second)) {
    return "a default that changes does not fit: give a fixed one, or fill it in the handler";
  }
  return definition.innerType === undefined || accepts(definition.innerType, first)
    ? undefined
    : "a default does not fit that a caller could not send";
}

function isJson(value: unknown): boolean {
  try {
    copyJson(value);
    return true;
  } catch {
    return false;
  }
}

function accepts(schema: Schema, value: unknown): boolean {
  try {
    return z.safeParse(schema, value).success;
  } catch {
    // The author's own check threw, or is asynchronous, which also throws here. It runs on each
    // call.
    return true;
  }
}

const annotations: ReadonlySet<string> = new Set(
  "title description examples deprecated readOnly writeOnly $comment".split(" "),
);

/**
 * Returns why a schema's metadata is not allowed. Metadata is copied into the contract, so it must
 * only annotate.
 */
export function whyUnfitMeta(said: object): string | undefined {
  const keyword = Object.keys(said).find((key) => !annotations.has(key) && !key.startsWith("x-"));
  return keyword === undefined
    ? undefined
    : "meta that is neither a description nor x-… does not fit: say it with the schema itself";
}

function whyUnfitCheck(check: z.core.$ZodCheckDef): string | undefined {
  if (check.check === "overwrite") {
    return "trimming and case changes do not fit: convert in the handler instead";
  }
  if (!fitChecks.has(check.check)) return "one of its checks has no JSON Schema";
  if ("value" in check && !Number.isFinite(check.value))
    return "a bound without a number does not fit";
  return "pattern" in check && check.pattern instanceof RegExp
    ? whyUnfitPattern(check.pattern)
    : undefined;
}

// A JSON Schema pattern has no flags and implies `u`.
function whyUnfitPattern(pattern: RegExp | undefined): string | undefined {
  if (pattern === undefined) return undefined;
  if (!/^u?$/.test(pattern.flags)) return "a pattern with flags does not fit: JSON Schema has none";
  try {
    readByCodePoint(pattern);
    return undefined;
  } catch {
    return "a pattern does not fit that is not valid with the flag u";
  }
}

/** Returns the pattern as JSON Schema reads it: a character is a code point, not a surrogate. */
export function readByCodePoint({ source }: RegExp): RegExp {
  return new RegExp(source, "u");
}
