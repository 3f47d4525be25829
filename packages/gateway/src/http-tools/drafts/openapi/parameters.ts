import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  type Place,
  pointerToken,
} from "@toolcourt/sdk";
import { hostFilled } from "@toolcourt/sdk/rules";
import { isConnectionHeader } from "../connection-headers.ts";
import type { OpenApiDocument } from "./document.ts";
import { followToObject, ImportProblem } from "./follow.ts";
import { addNote, type Operation } from "./operation.ts";

const reserved = new WeakMap<JsonObject, ReadonlySet<string>>();

/** A declared parameter with references resolved. */
export interface Declared extends Place<JsonObject> {
  readonly name: string;
  /** `path`, `query` or `header`, in 2.0 also `body` and `formData`. */
  readonly place: string;
  readonly isRequired: boolean;
}

const maxParameters = 500;

/**
 * Returns the parameters of an operation. Its own override those of the path with the same name and
 * place.
 */
export function declaredParameters(operation: Operation): readonly Declared[] {
  const { item, self } = operation;
  const found = new Map<string, Declared>();
  for (const holder of [item, self]) {
    for (const declared of parametersOf(operation, holder)) {
      found.set(JSON.stringify([declared.place, declared.name]), declared);
    }
  }
  return [...found.values()].filter((declared) => isForCallers(operation, declared));
}

function* parametersOf(operation: Operation, holder: Place<JsonObject>): Generator<Declared> {
  const listed = own(holder.value, "parameters") ?? [];
  const pointer = `${holder.pointer}/parameters`;
  if (!isJsonArray(listed)) throw new ImportProblem(pointer, "There must be a list here.");
  if (listed.length > maxParameters) {
    throw new ImportProblem(pointer, `There are more than ${maxParameters} parameters.`);
  }
  for (const [index, value] of listed.entries()) {
    const at = { value, pointer: pointer + pointerToken(index) };
    yield declare(followToObject(operation.document.root, at));
  }
}

function declare(place: Place<JsonObject>): Declared {
  const name = own(place.value, "name");
  const where = own(place.value, "in");
  if (typeof name !== "string" || name === "" || typeof where !== "string") {
    throw new ImportProblem(place.pointer, "The parameter has no name or no place.");
  }
  const isRequired = where === "path" || own(place.value, "required") === true;
  return { ...place, name, place: where, isRequired };
}

/** Reports whether callers may set a parameter. They never set credentials or transport headers. */
function isForCallers({ document, notes, isFromService }: Operation, declared: Declared): boolean {
  const { place, pointer, isRequired } = declared;
  if (isForHost(document, declared)) {
    addNote(notes, { pointer, message: "This parameter is left to the gateway." });
    return false;
  }
  if (place === "header" && isFromService) {
    addNote(notes, {
      pointer,
      message: "This header is left out: no document of a source sets one.",
    });
    return false;
  }
  if (known.has(place)) return true;
  if (isRequired) throw new ImportProblem(pointer, "Parameters of this place are not sent.");
  addNote(notes, {
    pointer,
    message: "This parameter is left out: parameters at this location are not sent.",
  });
  return false;
}

const known = new Set(["path", "query", "header", "body", "formData"]);

/**
 * Returns the schema of a parameter: its own, that of its media type, or in 2.0 the parameter
 * itself.
 */
export function schemaPlace({ value, pointer }: Place<JsonObject>, edition: string): Place {
  const schema = own(value, "schema");
  if (schema !== undefined) return { value: schema, pointer: `${pointer}/schema` };
  if (edition === "2.0") return { value: withoutNonSchema(value), pointer };
  const content = own(value, "content");
  const [type = "", media] = isJsonObject(content) ? (Object.entries(content)[0] ?? []) : [];
  const held = isJsonObject(media) ? own(media, "schema") : undefined;
  return { value: held ?? {}, pointer: `${pointer}/content${pointerToken(type)}/schema` };
}

/** In 2.0 a parameter is its own schema, but `required` and `in` are no schema keywords. */
function withoutNonSchema(value: JsonObject): JsonValue {
  const { required: _required, name: _name, in: _place, ...schema } = value;
  return schema;
}

/**
 * Reports whether the host fills a parameter: a connection header, the key of a security scheme, or
 * a secret by name. The gateway refuses such values in calls, so the schema must not ask for them.
 */
function isForHost(
  document: OpenApiDocument,
  { name, place }: { readonly name: string; readonly place: string },
): boolean {
  if (place === "header" && isConnectionHeader(name)) return true;
  if (place !== "path" && hostFilled(name, {}) === "secret") return true;
  return keysOf(document).has(keyOf(place, name));
}

function keysOf({ root, edition }: OpenApiDocument): ReadonlySet<string> {
  const before = reserved.get(root);
  if (before !== undefined) return before;
  const schemes = edition === "2.0" ? own(root, "securityDefinitions") : schemesOf(root);
  const keys = new Set(Object.values(isJsonObject(schemes) ? schemes : {}).flatMap(apiKeyOf));
  reserved.set(root, keys);
  return keys;
}

function schemesOf(root: JsonObject): JsonValue | undefined {
  const components = own(root, "components");
  return isJsonObject(components) ? own(components, "securitySchemes") : undefined;
}

function apiKeyOf(scheme: JsonValue): readonly string[] {
  if (!isJsonObject(scheme) || own(scheme, "type") !== "apiKey") return [];
  const name = own(scheme, "name");
  const place = own(scheme, "in");
  return typeof name === "string" && typeof place === "string" ? [keyOf(place, name)] : [];
}

// Header names are case-insensitive, query names are not.
function keyOf(place: string, name: string): string {
  return JSON.stringify([place, place === "header" ? name.toLowerCase() : name]);
}
