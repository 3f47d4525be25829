import type { Json, JsonMembers } from "../../ui/json.ts";
import { type Alternative, type Branches, branchesOf } from "./branches.ts";
import { type Exact, nothing, parseExact } from "./exact-json.ts";
import {
  listIn,
  type Merged,
  member,
  membersOf,
  mergedAt,
  type SchemaSource,
  type Spot,
  typesIn,
  type Undrawn,
} from "./schema-merge.ts";

export type TextForm = "text" | "date" | "date-time" | "email" | "uri";

/** One value of several, with a title if the schema gives one. */
export interface Option {
  readonly value: Exact;
  readonly title: string | undefined;
}

export interface Field {
  readonly name: string;
  readonly spot: Spot;
  readonly isRequired: boolean;
}

/** What a value may be, as far as a form needs to know. */
export type Form =
  | { readonly kind: "text"; readonly form: TextForm; readonly maxLength: number | undefined }
  | { readonly kind: "number"; readonly isInteger: boolean }
  | { readonly kind: "boolean" }
  /** One of a few values. A `const` has one option. */
  | { readonly kind: "options"; readonly options: readonly Option[] }
  | { readonly kind: "list"; readonly first: readonly Spot[]; readonly rest: Spot | undefined }
  | {
      readonly kind: "object";
      readonly fields: readonly Field[];
      /** For members of other names. Undefined if there may be none. */
      readonly rest: Spot | undefined;
      /** Names that the host fills in. */
      readonly hosts: readonly string[];
    }
  | { readonly kind: "choice"; readonly alternatives: readonly Alternative[] }
  | { readonly kind: "json"; readonly because: Undrawn };

export type FormOf<Kind extends Form["kind"]> = Extract<Form, { readonly kind: Kind }>;

export interface Shape {
  readonly form: Form;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly defaultValue: Json | undefined;
  readonly isNullable: boolean;
  readonly isSensitive: boolean;
}

/** More are no form any more. */
export const maxFields = 200;

/** Keywords that a form cannot show. */
const undrawnKeywords = [
  "not",
  "if",
  "then",
  "else",
  "patternProperties",
  "dependentSchemas",
  "$dynamicRef",
  "$recursiveRef",
];

/** Returns what a value at a spot may be. */
export function shapeAt(spot: Spot, source: SchemaSource): Shape {
  const merged = mergedAt(spot, source);
  if (typeof merged === "string") return asJson(merged, spot);
  const branches = branchesOf(merged);
  const [only, another] = branches.alternatives;
  // With null taken away, one alternative is what the value is.
  if (only !== undefined && another === undefined) {
    return nullableBy(merged, branches, shapeAt(only.spot, source));
  }
  return nullableBy(merged, branches, {
    ...asJson("any", merged),
    form: formOf(merged, branches),
  });
}

/** What is said about the whole comes before what its only alternative says. */
function nullableBy(
  { schema, isSensitive }: Merged,
  { acceptsNull }: Branches,
  inner: Shape,
): Shape {
  const types = typesIn(member(schema, "type"));
  const isNullable = acceptsNull || inner.isNullable || types.includes("null");
  return {
    form: inner.form,
    title: textIn(schema, "title") ?? inner.title,
    description: textIn(schema, "description") ?? inner.description,
    defaultValue: member(schema, "default") ?? inner.defaultValue,
    isNullable: isNullable && hasNullBeside(inner.form),
    isSensitive: isSensitive || inner.isSensitive,
  };
}

/** Options and JSON have null among their values. */
function hasNullBeside({ kind }: Form): boolean {
  return kind !== "options" && kind !== "json";
}

function asJson(because: Undrawn, { isSensitive }: Pick<Spot, "isSensitive">): Shape {
  const unknown = { title: undefined, description: undefined, defaultValue: undefined };
  return { ...unknown, form: { kind: "json", because }, isNullable: false, isSensitive };
}

function formOf(merged: Merged, { isDrawn, acceptsNull, alternatives }: Branches): Form {
  const { schema } = merged;
  if (!isDrawn || undrawnKeywords.some((each) => Object.hasOwn(schema, each))) {
    return { kind: "json", because: "keyword" };
  }
  const options = optionsIn(schema);
  if (options !== undefined) return optionsForm(options);
  if (alternatives.length > maxFields) return { kind: "json", because: "many" };
  if (alternatives.length > 0) {
    const titled = titledOptions(alternatives);
    return titled ? optionsForm(titled) : { kind: "choice", alternatives };
  }
  return acceptsNull ? onlyNull : typedForm(merged);
}

function optionsForm(options: readonly Option[]): Form {
  return options.length > maxFields
    ? { kind: "json", because: "many" }
    : { kind: "options", options };
}

function optionsIn(schema: JsonMembers): readonly Option[] | undefined {
  const fixed = member(schema, "const");
  if (fixed !== undefined) return [{ value: exactOf(fixed), title: undefined }];
  return listIn(schema, "enum")?.map((value) => ({ value: exactOf(value), title: undefined }));
}

/** Alternatives that are one value each are options with titles. */
function titledOptions(alternatives: readonly Alternative[]): readonly Option[] | undefined {
  const options = alternatives.flatMap(({ spot, title }) => {
    const schema = membersOf(spot.schemas.at(-1));
    const value = schema && member(schema, "const");
    return value === undefined ? [] : [{ value: exactOf(value), title }];
  });
  return options.length === alternatives.length ? options : undefined;
}

/** A value of a schema, whose digits the gateway has read already. */
export function exactOf(value: Json): Exact {
  const parsed = parseExact(JSON.stringify(value));
  return parsed.kind === "value" ? parsed.value : { kind: "unfinished", text: "" };
}

function typedForm(merged: Merged): Form {
  const { schema } = merged;
  const types = typesIn(member(schema, "type")).filter((type) => type !== "null");
  const [type = impliedType(schema), other] = types;
  if (other !== undefined) {
    const alternatives = types.map((each) => ({
      title: each,
      spot: { ...merged, schemas: [{ ...schema, type: each }] },
    }));
    return { kind: "choice", alternatives };
  }
  if (type === "null") return onlyNull;
  return byType.get(type)?.(merged) ?? { kind: "json", because: "any" };
}

/** A schema without a type may still mean one. */
function impliedType(schema: JsonMembers): string {
  if (typesIn(member(schema, "type")).includes("null")) return "null";
  const has = (...names: readonly string[]): boolean =>
    names.some((name) => Object.hasOwn(schema, name));
  if (has("properties", "additionalProperties")) return "object";
  return has("items", "prefixItems") ? "array" : "";
}

const onlyNull: Form = { kind: "options", options: [{ value: nothing, title: undefined }] };

const byType: ReadonlyMap<string, (merged: Merged) => Form> = new Map<
  string,
  (merged: Merged) => Form
>([
  ["string", ({ schema }) => textForm(schema)],
  ["number", () => ({ kind: "number", isInteger: false })],
  ["integer", () => ({ kind: "number", isInteger: true })],
  ["boolean", () => ({ kind: "boolean" })],
  ["array", listForm],
  ["object", objectForm],
]);

const formats: ReadonlyMap<string, TextForm> = new Map<string, TextForm>([
  ["date", "date"],
  ["date-time", "date-time"],
  ["email", "email"],
  ["idn-email", "email"],
  ["uri", "uri"],
  ["iri", "uri"],
  ["url", "uri"],
  ["uri-reference", "uri"],
]);

function textForm(schema: JsonMembers): Form {
  const maxLength = member(schema, "maxLength");
  return {
    kind: "text",
    form: formats.get(textIn(schema, "format") ?? "") ?? "text",
    maxLength: typeof maxLength === "number" ? maxLength : undefined,
  };
}

function listForm(merged: Merged): Form {
  const { schema } = merged;
  const items = member(schema, "items");
  // Before 2020, a list of schemas stood for the first items.
  const old = listIn(schema, "items");
  const first = listIn(schema, "prefixItems") ?? old ?? [];
  const after = old === undefined ? items : member(schema, "additionalItems");
  return {
    kind: "list",
    first: first.map((each) => below(merged, each)),
    rest: after === false ? undefined : below(merged, after ?? true),
  };
}

function objectForm(merged: Merged): Form {
  const { schema, hosts } = merged;
  const properties = Object.entries(membersOf(member(schema, "properties")) ?? {});
  const required = new Set(listIn(schema, "required"));
  const named = new Set<Json>(properties.map(([name]) => name));
  const others = [...required].filter(
    (name): name is string => typeof name === "string" && !named.has(name),
  );
  if (properties.length + others.length > maxFields) return { kind: "json", because: "many" };
  const rest = restOf(merged, properties.length);
  const fields = [...properties, ...others.map((name) => [name, rest ?? true] as const)];
  return {
    kind: "object",
    fields: fields.map(([name, each]) => ({
      name,
      spot: below(merged, each),
      isRequired: required.has(name),
    })),
    rest: rest === undefined ? undefined : below(merged, rest),
    hosts,
  };
}

/** The gateway closes objects that declare members, and the arguments as a whole. */
function restOf({ schema, above }: Merged, declared: number): Json | undefined {
  const said = member(schema, "additionalProperties") ?? member(schema, "unevaluatedProperties");
  if (said !== undefined) return said === false ? undefined : said;
  return declared === 0 && above.length > 1 ? true : undefined;
}

function below({ above, isSensitive }: Merged, schema: Json): Spot {
  return { schemas: [schema], above, isSensitive, hosts: [] };
}

function textIn(schema: JsonMembers, name: string): string | undefined {
  const found = member(schema, name);
  return typeof found === "string" ? found : undefined;
}
