import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonValue,
  own,
  pointerToken,
} from "@toolcourt/sdk";
import type { HttpOperation } from "./draft.ts";

/** A piece of a template: fixed text, or the name of the argument to insert. */
export type TextPart =
  | { readonly kind: "fixed"; readonly text: string }
  | { readonly kind: "hole"; readonly name: string };

const pieces = /\{\{|\}\}|\{([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)\}|[{}]|[^{}]+/g;

/** Splits a template such as `status eq '{status}'` into parts. A doubled brace stands for one. */
export function partsOf(text: string): readonly TextPart[] {
  return [...text.matchAll(pieces)].map(([piece, name]): TextPart => {
    if (name !== undefined) return { kind: "hole", name };
    return { kind: "fixed", text: piece === "{{" || piece === "}}" ? piece.slice(1) : piece };
  });
}

/** Returns the argument names a template needs. */
export function holesIn(text: string): readonly string[] {
  return partsOf(text).flatMap((part) => (part.kind === "hole" ? [part.name] : []));
}

/** Returns the argument name if the template is a single hole and nothing else. */
export function wholeHole(text: string): string | undefined {
  const [first, ...more] = partsOf(text);
  return first?.kind === "hole" && more.length === 0 ? first.name : undefined;
}

/** Returns the pieces of a joined text: of an object with the only key `join`. */
export function piecesOf(template: JsonValue): JsonArray | undefined {
  if (!isJsonObject(template) || Object.keys(template).length !== 1) return undefined;
  const joined = own(template, "join");
  return isJsonArray(joined) ? joined : undefined;
}

/**
 * Returns whether a quotation is open after a text. A quoted value is one word, even with spaces.
 */
export function isQuoted(before: string): boolean {
  let open = "";
  for (const sign of before) {
    if (sign === open) open = "";
    else if (open === "" && /['"`]/.test(sign)) open = sign;
  }
  return open !== "";
}

/** Returns the JSON Pointer to a hole's argument: `{scope.region}` is the region of the scope. */
export function pointerTo(hole: string): string {
  return hole.split(".").map(pointerToken).join("");
}

/** Returns every argument an operation uses, as JSON Pointers into the arguments. */
export function usedArguments(operation: HttpOperation): ReadonlySet<string> {
  const { parameters, texts = [], body, connection = {} } = operation;
  const { scope = {}, tier } = connection;
  return new Set([
    ...parameters.map(({ place, name, from = `/${place}${pointerToken(name)}` }) => from),
    ...texts.flatMap(({ text }) => holesInside(text)).map(pointerTo),
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
