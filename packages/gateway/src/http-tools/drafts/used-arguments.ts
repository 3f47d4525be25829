import { isJsonArray, isJsonObject, type JsonValue, pointerToken } from "@toolcourt/sdk";
import type { HttpOperation } from "./draft.ts";
import { holesIn, pointerTo } from "./text-template.ts";

/** Returns every argument an operation uses, as JSON Pointers into the arguments. */
export function usedArguments(operation: HttpOperation): ReadonlySet<string> {
  const { parameters, texts = [], body, connection = {} } = operation;
  const { scope = {}, tier } = connection;
  return new Set([
    ...parameters.map(({ place, name, from = `/${place}${pointerToken(name)}` }) => from),
    ...texts.flatMap(({ text }) => holesIn(text)).map(pointerTo),
    ...bodyArguments(body),
    ...Object.values(scope),
    ...(tier?.startsWith("/") ? [tier] : []),
  ]);
}

function bodyArguments(body: HttpOperation["body"]): readonly string[] {
  if (body === undefined) return [];
  return body.template === undefined ? ["/body"] : holesInside(body.template).map(pointerTo);
}

/** Returns the holes of every text in a template. */
export function holesInside(template: JsonValue): readonly string[] {
  if (typeof template === "string") return holesIn(template);
  if (isJsonArray(template)) return template.flatMap(holesInside);
  return isJsonObject(template) ? Object.values(template).flatMap(holesInside) : [];
}
