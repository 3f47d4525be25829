import { isJsonArray, isJsonObject, type JsonSchema, type JsonValue, own } from "@toolcourt/sdk";
import { wordSet } from "./closed-class.ts";
import { type ParameterRole, roleOf } from "./parameter-role.ts";
import { dimensionsOfNoun } from "./units.ts";
import { minAbbreviation, partsOf, requestStems, stemOf, topicsOf } from "./words.ts";

type ParameterKind = "text" | "number" | "integer" | "boolean" | "list" | "choice" | "other";

/** A possible value of a parameter, with the stems that name it. */
interface Choice {
  readonly value: string | number;
  readonly stems: readonly string[];
}

/** An argument of a tool, with the words that announce its value in a question. */
export interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  readonly isRequired: boolean;
  readonly description: string;
  /** The item type of a list. */
  readonly items: "text" | "number" | "other";
  readonly choices: readonly Choice[];
  /** Stems of its name. */
  readonly cues: ReadonlySet<string>;
  /** The cues that may be abbreviations. */
  readonly shortCues: readonly string[];
  /** Stems unique to this parameter's description. */
  readonly hints: ReadonlySet<string>;
  /** Stems of its description. */
  readonly topics: ReadonlySet<string>;
  readonly dimensions: ReadonlySet<string>;
  readonly role: ParameterRole;
  /** The only possible value. Default: none. */
  readonly constant?: JsonValue;
  readonly limits: ValueLimits;
  /** Date format, such as `YYYY-MM-DD`. Default: no date. */
  readonly dayForm?: string;
}

/** Generic words for the kind of a parameter. They announce a value only if there are no others. */
const classWords = wordSet(
  "name value number num id type kind of the a an in for by to is input param parameter text string list",
);

/** Returns the parameters a planner may fill, without host-injected ones. */
export function parametersOf(input: JsonSchema): readonly Parameter[] {
  const properties = own(input, "properties");
  if (!isJsonObject(properties)) return [];
  const required = own(input, "required");
  const isRequired = (name: string): boolean => isJsonArray(required) && required.includes(name);
  const read = Object.entries(properties)
    .filter(([name]) => name.length <= maxNameLength)
    .slice(0, maxParameters)
    .flatMap(([name, schema]) =>
      isJsonObject(schema) && own(schema, "x-host-injected") === undefined
        ? [parameterOf(name, schema, isRequired(name))]
        : [],
    );
  return read.map((parameter) => ({ ...parameter, hints: hintsOf(parameter, read) }));
}

function parameterOf(name: string, schema: JsonSchema, isRequired: boolean): Parameter {
  const description = textOf(own(schema, "description")).slice(0, maxDescriptionLength);
  const plain = withoutAsides(description);
  const kind = kindOf(schema);
  const choices = choicesOf(schema, kind);
  const parts = partsOf(name);
  const distinctive = parts.filter((part) => !classWords.has(part));
  const constant = own(schema, "const");
  const dayForm = dayFormOf(schema, { parts, description });
  const cues = new Set(
    [...(distinctive.length > 0 ? distinctive : parts), name.toLowerCase()].map((part) =>
      stemOf(part),
    ),
  );
  return {
    name,
    kind: choices.length > 0 && kind !== "list" ? "choice" : kind,
    isRequired,
    description,
    items: itemsOf(schema),
    choices,
    cues,
    shortCues: [...cues].filter((cue) => cue.length >= minAbbreviation),
    role: roleOf(name),
    hints: new Set(),
    topics: new Set(topicsOf(plain)),
    dimensions: new Set([...parts, ...partsOf(plain)].flatMap((part) => dimensionsOfNoun(part))),
    limits: limitsOf(schema),
    ...(constant === undefined ? {} : { constant }),
    ...(dayForm === undefined ? {} : { dayForm }),
  };
}

/** Limits for upstream schemas of any length. */
const maxDescriptionLength = 2_000;
const maxChoices = 500;
const maxNameLength = 200;
const maxParameters = 100;
const deepest = 10;

/** Returns the possible values of the parameter or of its items. */
function choicesOf(schema: JsonSchema, kind: ParameterKind): readonly Choice[] {
  const items = own(schema, "items");
  const choices = own(kind === "list" && isJsonObject(items) ? items : schema, "enum");
  if (!isJsonArray(choices)) return [];
  return choices.slice(0, maxChoices).flatMap((value) => choiceOf(value));
}

function choiceOf(value: JsonValue): readonly Choice[] {
  if (typeof value !== "string" && typeof value !== "number") return [];
  const stems = partsOf(String(value).slice(0, 100)).map((part) => stemOf(part));
  return stems.length === 0 ? [] : [{ value, stems }];
}

function typeOf(schema: JsonSchema, depth = 0): string {
  const type = own(schema, "type");
  if (isJsonArray(type)) return textOf(type.find((one) => one !== "null"));
  if (typeof type === "string") return type;
  const variants = own(schema, "anyOf") ?? own(schema, "oneOf");
  const first = isJsonArray(variants)
    ? variants.filter((one) => isJsonObject(one)).find((one) => own(one, "type") !== "null")
    : undefined;
  return first === undefined || depth === deepest ? "" : typeOf(first, depth + 1);
}

const kinds: Readonly<Record<string, ParameterKind>> = {
  string: "text",
  number: "number",
  integer: "integer",
  boolean: "boolean",
  array: "list",
};

function kindOf(schema: JsonSchema): ParameterKind {
  const type = typeOf(schema);
  // An upstream schema may have the type "constructor".
  return (Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? "other";
}

function itemsOf(schema: JsonSchema): Parameter["items"] {
  const items = own(schema, "items");
  if (!isJsonObject(items)) return "other";
  const kind = kindOf(items);
  return kind === "number" || kind === "integer" ? "number" : kind === "text" ? "text" : "other";
}

function dayFormOf(
  schema: JsonSchema,
  { parts, description }: { readonly parts: readonly string[]; readonly description: string },
): string | undefined {
  const form = /\b(?:Y{2,4}|M{2}|D{2})[-/.](?:Y{2,4}|M{2}|D{2})[-/.](?:Y{2,4}|M{2}|D{2})\b/iu.exec(
    description,
  )?.[0];
  if (form !== undefined) return form.toUpperCase();
  const format = own(schema, "format");
  if (format === "date") return "YYYY-MM-DD";
  return kindOf(schema) === "text" && format === undefined && parts.includes("date")
    ? "YYYY-MM-DD"
    : undefined;
}

function hintsOf(parameter: Parameter, all: readonly Parameter[]): ReadonlySet<string> {
  const { topics, cues } = parameter;
  const others = all.filter((other) => other !== parameter);
  const isOwn = (stem: string): boolean =>
    !requestStems.has(stem) &&
    !cues.has(stem) &&
    !others.some((other) => other.topics.has(stem) || other.cues.has(stem));
  return new Set([...topics].filter(isOwn));
}

/** Returns a description without parentheses, defaults and examples. */
function withoutAsides(description: string): string {
  return description
    .replaceAll(/\([^()]{0,300}\)/g, " ")
    .replaceAll(/\b(?:default|e\.g\.|for example|such as|optional)\b.*?(?:\.\s|$)/gi, " ");
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The simple limits of a schema: size, length, item count. */
interface ValueLimits {
  readonly sizes: Limits;
  readonly lengths: Limits;
  readonly counts: Limits;
}

export function limitsOf(schema: JsonSchema): ValueLimits {
  const at = (keyword: string): number | undefined => {
    const limit = own(schema, keyword);
    return typeof limit === "number" ? limit : undefined;
  };
  return {
    sizes: {
      min: at("minimum"),
      max: at("maximum"),
      above: at("exclusiveMinimum"),
      below: at("exclusiveMaximum"),
    },
    lengths: { min: at("minLength"), max: at("maxLength") },
    counts: { min: at("minItems"), max: at("maxItems") },
  };
}

/** Returns whether a value is within limits. Full validation later would refuse other plans. */
export function admits({ sizes, lengths, counts }: ValueLimits, value: JsonValue): boolean {
  if (typeof value === "number") return isWithin(value, sizes);
  if (typeof value === "string") return isWithin(Array.from(value).length, lengths);
  return !isJsonArray(value) || isWithin(value.length, counts);
}

interface Limits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly above?: number | undefined;
  readonly below?: number | undefined;
}

function isWithin(
  size: number,
  { min = -Infinity, max = Infinity, above = -Infinity, below = Infinity }: Limits,
): boolean {
  return size >= min && size <= max && size > above && size < below;
}
