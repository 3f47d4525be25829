import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  pointerToken,
} from "@toolcourt/sdk";
import type { Draft, HttpOperation, SentParameter } from "./draft.ts";
import { takesLanguage } from "./query-languages.ts";
import { followed, schemaAt } from "./schema-at.ts";
import { holesInside, pointerTo, wholeHole } from "./text-template.ts";
import { isTyped } from "./typed-value.ts";

/** An argument in which a caller could write a query. */
export interface FreeQuery {
  /** JSON Pointer into the arguments. */
  readonly argument: string;
  /** The name it is sent under. */
  readonly under: string;
}

/**
 * Finds arguments whose free text becomes a whole query. A model that writes queries controls what
 * is read.
 */
export function freeQueries({
  tool,
  operation,
}: Pick<Draft, "tool" | "operation">): readonly FreeQuery[] {
  const schema = own(tool, "inputSchema");
  const input = isJsonObject(schema) ? schema : {};
  const isFree = (argument: string): boolean => {
    const found = schemaAt(input, argument);
    const look = { root: input, left: maxFields };
    return found !== undefined && !isTyped(found) && !isStructured(found, look);
  };
  const filled = [...inParameters(operation, input), ...inTemplateOf(operation)];
  return [...filled.filter(({ argument }) => isFree(argument)), ...inBody(operation, input)];
}

/** State of a walk through recursive schemas, which can expand without end. */
interface Look {
  readonly root: JsonObject;
  left: number;
}

/**
 * Reports whether a value is structured without free text, and so no query. If in doubt, it is not.
 */
function isStructured(schema: JsonValue, look: Look): boolean {
  const here = followed(schema, look.root);
  look.left -= 1;
  if (!isJsonObject(here) || look.left < 0) return false;
  if (own(here, "type") === "array") return isStructured(own(here, "items") ?? null, look);
  const properties = own(here, "properties");
  if (own(here, "additionalProperties") !== false || !isJsonObject(properties)) return false;
  return Object.values(properties).every(
    (each) => isTyped(followed(each, look.root)) || isStructured(each, look),
  );
}

function inParameters({ parameters }: HttpOperation, input: JsonObject): readonly FreeQuery[] {
  return parameters
    .filter(({ place }) => place !== "path")
    .flatMap((parameter) => {
      const { place, name, from = `/${place}${pointerToken(name)}` } = parameter;
      const whole = { argument: from, under: name };
      return [whole, ...inMap(parameter, from, input)].filter(({ under }) => takesLanguage(under));
    });
}

/** Returns the keys of a map that become query names. */
function inMap(
  { style, explode }: SentParameter,
  argument: string,
  input: JsonObject,
): readonly FreeQuery[] {
  const schema = schemaAt(input, argument);
  const properties = isJsonObject(schema) ? own(schema, "properties") : undefined;
  if (style !== "form" || !explode || !isJsonObject(properties)) return [];
  return Object.keys(properties).map((name) => ({
    argument: argument + pointerToken(name),
    under: name,
  }));
}

function inTemplateOf({ body }: HttpOperation): readonly FreeQuery[] {
  return body?.template === undefined ? [] : inTemplate(body.template, "");
}

function inTemplate(template: JsonValue, under: string): readonly FreeQuery[] {
  if (typeof template === "string") {
    const whole = wholeHole(template);
    return whole !== undefined && takesLanguage(under)
      ? [{ argument: pointerTo(whole), under }]
      : [];
  }
  if (typeof template !== "object" || template === null) return [];
  if (holesInside(template).length === 0) return [];
  return Object.entries(template).flatMap(([key, each]) =>
    inTemplate(each, Array.isArray(template) ? under : key),
  );
}

/** Query fields in bodies are not nested deeper. */
const maxLevels = 6;
/** Limit of visited fields per body. */
const maxFields = 2_000;

/**
 * Checks a body that is a single argument. Its field names determine their meaning at the target.
 */
function inBody({ body }: HttpOperation, input: JsonObject): readonly FreeQuery[] {
  if (body === undefined || body.template !== undefined) return [];
  const found: FreeQuery[] = [];
  let left = maxFields;
  const look = (schema: JsonValue, argument: string, max: number): void => {
    const here = followed(schema, input);
    const properties = isJsonObject(here) ? own(here, "properties") : undefined;
    if (!isJsonObject(properties) || max === 0) return;
    for (const [under, each] of Object.entries(properties)) {
      left -= 1;
      if (left < 0) return;
      const below = argument + pointerToken(under);
      if (takesLanguage(under) && takesFreeText(followed(each, input))) {
        found.push({ argument: below, under });
      }
      look(each, below, max - 1);
    }
  };
  look(schemaObject(input, "/body"), "/body", maxLevels);
  return found;
}

function schemaObject(input: JsonObject, argument: string): JsonObject {
  const found = schemaAt(input, argument);
  return isJsonObject(found) ? found : {};
}

function takesFreeText(schema: JsonValue): boolean {
  if (!isJsonObject(schema) || isTyped(schema)) return false;
  const type = own(schema, "type");
  if (type === "array") return takesFreeText(own(schema, "items") ?? {});
  return type === undefined ? own(schema, "properties") === undefined : allows(type, "string");
}

function allows(type: JsonValue, name: string): boolean {
  return isJsonArray(type) ? type.includes(name) : type === name;
}
