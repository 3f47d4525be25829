import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  strings,
} from "@toolcourt/sdk";
import { asksForSecret, namesSecret } from "./asks-for-secret.ts";

/** One field of a form. */
interface Field {
  readonly name: string;
  readonly schema: JsonObject;
}

const kinds = new Set(["string", "number", "integer", "boolean"]);

/**
 * Returns the first violation, or undefined. The protocol allows one level of texts, numbers,
 * booleans and choices.
 */
export function formIssue(params: JsonObject): string | undefined {
  const schema = own(params, "requestedSchema");
  if (!isJsonObject(schema) || own(schema, "type") !== "object") {
    return "/requestedSchema: expected a schema of an object";
  }
  if (hasDepth(schema, "form")) return "/requestedSchema: expected properties and nothing else";
  const properties = own(schema, "properties");
  if (!isJsonObject(properties)) return "/requestedSchema/properties: expected an object";
  const isFlat = Object.values(properties).every((field) => isJsonObject(field) && isPlain(field));
  return isFlat ? undefined : "/requestedSchema/properties: expected texts, numbers and choices";
}

// Other keywords that constrain values could hide fields from a check of `properties`.
const elsewhere =
  `$ref $dynamicRef allOf not if then else patternProperties dependentSchemas dependencies
   unevaluatedProperties`.split(/\s+/);
const beyond = {
  form: [...elsewhere, "anyOf", "oneOf", "items"],
  field: [...elsewhere, "properties", "items"],
} as const;

function hasDepth(schema: JsonObject, part: keyof typeof beyond): boolean {
  const isOpen = isJsonObject(own(schema, "additionalProperties"));
  return isOpen || beyond[part].some((key) => Object.hasOwn(schema, key));
}

function isPlain(schema: JsonObject): boolean {
  const type = own(schema, "type");
  if (type === "array") return isChoiceOfMany(own(schema, "items"));
  const isOfKind = typeof type === "string" && kinds.has(type);
  return isOfKind && !hasDepth(schema, "field") && (isChoice(schema) || !looksLikeChoice(schema));
}

function isChoiceOfMany(items: JsonValue | undefined): boolean {
  return isJsonObject(items) && isChoice(items);
}

function looksLikeChoice(schema: JsonObject): boolean {
  return ["enum", "oneOf", "anyOf"].some((key) => Object.hasOwn(schema, key));
}

/** Returns whether all choices are listed, so that nothing else can be entered. */
function isChoice(schema: JsonObject): boolean {
  const listed = own(schema, "enum");
  if (isJsonArray(listed)) return listed.length > 0 && listed.every(isOption);
  const titled = own(schema, "oneOf") ?? own(schema, "anyOf");
  return isJsonArray(titled) && titled.length > 0 && titled.every(isTitledOption);
}

function isOption(value: JsonValue | undefined): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function isTitledOption(option: JsonValue): boolean {
  return isJsonObject(option) && isOption(own(option, "const"));
}

/** Returns whether a form asks for a secret. Requires the shape that `formIssue` accepts. */
export function wantsSecret(params: JsonObject): boolean {
  const open = fieldsOf(params).filter(canCarrySecret);
  return open.some(isForSecret) || (open.length > 0 && introductionOf(params).some(asksForSecret));
}

/** Returns the texts shown before the fields. */
function introductionOf(params: JsonObject): readonly string[] {
  const form = own(params, "requestedSchema");
  const texts = isJsonObject(form) ? [textOf(form, "title"), textOf(form, "description")] : [];
  return [textOf(params, "message"), ...texts];
}

function fieldsOf(params: JsonObject): readonly Field[] {
  const form = own(params, "requestedSchema");
  const properties = isJsonObject(form) ? own(form, "properties") : undefined;
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, schema]) =>
    isJsonObject(schema) ? [{ name, schema }] : [],
  );
}

// A boolean, a choice from a list or a date cannot carry a secret.
function canCarrySecret({ schema }: Field): boolean {
  const type = own(schema, "type");
  const format = own(schema, "format");
  if (type === "array" || type === "boolean" || isChoice(schema)) return false;
  return format !== "date" && format !== "date-time" && format !== "email";
}

// Any text of a field may be shown. A prefilled value may merely mention a secret.
function isForSecret({ name, schema }: Field): boolean {
  const { default: filledIn = "", examples = "", ...rest } = schema;
  const texts = [...strings(rest)].map(({ value }) => value);
  const prefilled = [...strings({ filledIn, examples })].map(({ value }) => value);
  return [name, ...texts].some(namesSecret) || prefilled.some(asksForSecret);
}

function textOf(object: JsonObject, key: string): string {
  const text = own(object, key);
  return typeof text === "string" ? text : "";
}
