import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { asksForSecret, namesSecret } from "./asks-for-secret.ts";

/** One thing that a form asks for. */
interface Field {
  readonly name: string;
  readonly schema: JsonObject;
}

const kinds = new Set(["string", "number", "integer", "boolean"]);

/** Undefined where a form is what the protocol allows: one level of texts, numbers, switches and choices. */
export function formIssue(params: JsonObject): string | undefined {
  const schema = own(params, "requestedSchema");
  if (!isJsonObject(schema) || own(schema, "type") !== "object") {
    return "/requestedSchema: expected a schema of an object";
  }
  const properties = own(schema, "properties");
  if (!isJsonObject(properties)) return "/requestedSchema/properties: expected an object";
  const isFlat = Object.values(properties).every((field) => isJsonObject(field) && isPlain(field));
  return isFlat ? undefined : "/requestedSchema/properties: expected texts, numbers and choices";
}

function isPlain(schema: JsonObject): boolean {
  const type = own(schema, "type");
  if (type === "array") return isChoiceOfMany(own(schema, "items"));
  const hasDepth = ["properties", "items", "$ref", "allOf"].some((key) =>
    Object.hasOwn(schema, key),
  );
  return typeof type === "string" && kinds.has(type) && !hasDepth;
}

function isChoiceOfMany(items: JsonValue | undefined): boolean {
  return isJsonObject(items) && isChoice(items);
}

function isChoice(schema: JsonObject): boolean {
  return ["enum", "oneOf", "anyOf", "const"].some((key) => Object.hasOwn(schema, key));
}

/** Whether a form, of the shape that `formIssue` lets pass, wants a secret from whoever fills it in. */
export function wantsSecret(params: JsonObject): boolean {
  const fields = fieldsOf(params);
  if (fields.some(({ schema }) => own(schema, "format") === "password")) return true;
  const open = fields.filter(canCarrySecret);
  const message = textOf(params, "message");
  return open.some(isForSecret) || (open.length > 0 && asksForSecret(message));
}

function fieldsOf(params: JsonObject): readonly Field[] {
  const form = own(params, "requestedSchema");
  const properties = isJsonObject(form) ? own(form, "properties") : undefined;
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, schema]) =>
    isJsonObject(schema) ? [{ name, schema }] : [],
  );
}

// Nobody betrays a secret with a yes or a choice out of a list, and a date is none.
function canCarrySecret({ schema }: Field): boolean {
  const type = own(schema, "type");
  const format = own(schema, "format");
  if (type === "array" || type === "boolean" || isChoice(schema)) return false;
  return format !== "date" && format !== "date-time" && format !== "email";
}

function isForSecret({ name, schema }: Field): boolean {
  return [name, textOf(schema, "title"), textOf(schema, "description")].some(namesSecret);
}

function textOf(object: JsonObject, key: string): string {
  const text = own(object, key);
  return typeof text === "string" ? text : "";
}
