import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  own,
  pointerToken,
  pointerTokens,
  valueAt,
} from "@toolcourt/sdk";
import { isConnectionHeader } from "./connection-headers.ts";
import type { Draft, HttpOperation, Note, SentParameter, SentText } from "./draft.ts";
import { jsonMediaType } from "./media-type.ts";
import { namesIn, whyNotPath } from "./path-template.ts";
import { pollProblems } from "./poll-problems.ts";
import { takesLanguage } from "./query-languages.ts";
import { schemaAt } from "./schema-at.ts";
import {
  holesIn,
  isQuoted,
  partsOf,
  piecesOf,
  pointerTo,
  usedArguments,
  wholeHole,
} from "./text-template.ts";
import { isTyped } from "./typed-value.ts";

/** Finds contradictions between a tool object and its request definition. */
export function disagreements({
  tool,
  operation,
}: Pick<Draft, "tool" | "operation">): readonly Note[] {
  const input = own(tool, "inputSchema");
  if (!isJsonObject(input)) {
    return [{ pointer: "/tool/inputSchema", message: "Write the schema of the input." }];
  }
  return [
    ...pathProblems(operation),
    ...operation.parameters.flatMap((parameter, index) => [
      ...parameterProblems(parameter, `/operation/parameters${pointerToken(index)}`, input),
    ]),
    ...(operation.texts ?? []).flatMap((text, index) => [
      ...textProblems(text, `/operation/texts${pointerToken(index)}`, input),
    ]),
    ...bodyProblems(
      { template: operation.body?.template ?? null, under: "" },
      "/operation/body/template",
      input,
    ),
    ...cursorProblems(operation, input),
    ...pollProblems(operation),
    ...periodProblems(operation, input),
    ...unsent(input, operation),
  ];
}

function pathProblems({ path, parameters }: HttpOperation): readonly Note[] {
  const why = whyNotPath(path);
  if (why !== undefined) return [{ pointer: "/operation/path", message: why }];
  const wanted = [...new Set(namesIn(path))].toSorted();
  const given = parameters.filter(({ place }) => place === "path").map(({ name }) => name);
  return JSON.stringify(wanted) === JSON.stringify(given.toSorted())
    ? []
    : [{ pointer: "/operation/path", message: "Declare each parameter of the path once." }];
}

function* parameterProblems(
  { place, name, from = `/${place}${pointerToken(name)}` }: SentParameter,
  pointer: string,
  input: JsonObject,
): Generator<Note> {
  if (place === "header" && isConnectionHeader(name)) {
    yield { pointer, message: "Leave this header to the gateway." };
  }
  if (valueAt(input, schemaOf(from)) === undefined) {
    yield { pointer, message: "Declare this parameter in the schema of the input." };
  }
}

function* textProblems(
  { place, name, text }: SentText,
  pointer: string,
  input: JsonObject,
): Generator<Note> {
  if (place === "header" && isConnectionHeader(name)) {
    yield { pointer, message: "Leave this header to the gateway." };
  }
  if (typeof text === "string") yield* holeProblems(text, pointer, input);
  else yield* joinProblems({ pieces: text.join, under: name }, pointer, input);
}

interface Templated {
  readonly template: JsonValue;
  /** The name it is sent under. */
  readonly under: string;
}

function bodyProblems(
  { template, under }: Templated,
  pointer: string,
  input: JsonObject,
): readonly Note[] {
  const pieces = piecesOf(template);
  if (pieces !== undefined) return [...joinProblems({ pieces, under }, pointer, input)];
  if (typeof template === "string") {
    // A hole that is the whole template keeps its type and joins no other text.
    const whole = wholeHole(template);
    if (whole === undefined) return [...holeProblems(template, pointer, input)];
    return valueAt(input, schemaOf(pointerTo(whole))) === undefined
      ? [{ pointer, message: undeclared }]
      : [];
  }
  if (typeof template !== "object" || template === null) return [];
  const isList = isJsonArray(template);
  return Object.entries(template).flatMap(([key, each]) =>
    bodyProblems(
      { template: each, under: isList ? under : key },
      pointer + pointerToken(key),
      input,
    ),
  );
}

interface Joined {
  readonly pieces: JsonArray;
  /** The name the whole text is sent under. */
  readonly under: string;
}

/** Judges each piece as a template of its own: the pieces around it may be left out. */
function* joinProblems(
  { pieces, under }: Joined,
  pointer: string,
  input: JsonObject,
): Generator<Note> {
  const texts = pieces.filter((piece) => typeof piece === "string");
  if (texts.length === 0 || texts.length < pieces.length) {
    yield { pointer, message: "Write the pieces of `join` as a list of texts." };
  }
  if (holesIn(texts[0] ?? "").length > 0) {
    yield { pointer, message: "Begin `join` with a piece without holes: it is always sent." };
  }
  if (takesLanguage(under) && texts.some((text) => isQuoted(fixedIn(text)))) {
    yield { pointer, message: "Close each quotation in the piece of `join` that opens it." };
  }
  for (const text of texts) yield* holeProblems(text, pointer, input);
}

function fixedIn(text: string): string {
  return partsOf(text)
    .map((part) => (part.kind === "fixed" ? part.text : ""))
    .join("");
}

/** Reports a cursor whose place in the body is neither written here nor declared in the input. */
function cursorProblems({ body, paging }: HttpOperation, input: JsonObject): readonly Note[] {
  if (paging?.next.kind !== "body-cursor") return [];
  const { body: pointer } = paging.next;
  const isJson = body !== undefined && jsonMediaType([body.contentType]) !== undefined;
  const isThere =
    body?.template === undefined
      ? schemaAt(input, `/body${pointer}`) !== undefined
      : takesMember(body.template, pointerTokens(pointer));
  return isJson && isThere ? [] : [{ pointer: "/operation/paging/next/body", message: placeless }];
}

/** Reports a period whose days are no arguments: it would never be checked. */
function periodProblems({ period }: HttpOperation, input: JsonObject): readonly Note[] {
  const days = period === undefined ? [] : [period.from, period.to];
  return days.every((day) => valueAt(input, schemaOf(day)) !== undefined)
    ? []
    : [{ pointer: "/operation/period", message: "Declare both days of the period in the input." }];
}

/** Returns whether a member can be put there: all on the way are objects, or not there yet. */
function takesMember(template: JsonValue, [name, ...below]: readonly string[]): boolean {
  if (name === undefined || !isJsonObject(template) || piecesOf(template) !== undefined)
    return false;
  return below.length === 0 || takesMember(own(template, name) ?? {}, below);
}

const placeless = "Point into the JSON object of the body, through objects that are written there.";

const undeclared = "Declare each parameter of this text in the schema of the input.";

/** Reports free text inside another text: it could change the meaning of the whole. */
function* holeProblems(text: string, pointer: string, input: JsonObject): Generator<Note> {
  const schemas = holesIn(text).map((name) => valueAt(input, schemaOf(pointerTo(name))));
  if (schemas.includes(undefined)) yield { pointer, message: undeclared };
  if (schemas.some((schema) => schema !== undefined && !isTyped(schema))) {
    yield {
      pointer,
      message:
        "Fill texts with numbers, with values of an enum, or with texts of a plain pattern or format.",
    };
  }
}

/** Returns the pointer to an argument's schema. */
function schemaOf(argument: string): string {
  return pointerTokens(argument)
    .map((name) => `/properties${pointerToken(name)}`)
    .join("");
}

/** Reports arguments that are declared but never sent. */
function unsent(input: JsonObject, operation: HttpOperation): readonly Note[] {
  const used = usedArguments(operation);
  const isBelow = (argument: string): boolean =>
    [...used].some((each) => each.startsWith(`${argument}/`));
  const inside = (schema: JsonValue, argument: string): readonly Note[] =>
    Object.entries(membersAt(schema, "/properties")).flatMap(([name, each]) => {
      const here = argument + pointerToken(name);
      if (used.has(here) || isHosts(name, each)) return [];
      const isGroup = isBelow(here) || (argument === "" && places.has(name));
      if (isGroup && isJsonObject(each)) return inside(each, here);
      const pointer = `/tool/inputSchema${schemaOf(here)}`;
      return [{ pointer, message: "Say how this is sent, or take it out." }];
    });
  return inside(input, "");
}

const places = new Set(["path", "query", "header"]);

/** Reports whether the gateway itself consumes the argument. */
function isHosts(name: string, schema: JsonValue): boolean {
  return (
    name === "connection_id" || (isJsonObject(schema) && own(schema, "x-host-injected") === true)
  );
}

function membersAt(root: JsonValue, pointer: string): JsonObject {
  const found = valueAt(root, pointer);
  return isJsonObject(found) ? found : {};
}
