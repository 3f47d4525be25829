import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  pointerToken,
  pointerTokens,
  valueAt,
} from "@toolcourt/sdk";
import type { HttpOperation, SentParameter, SentText } from "../drafts/draft.ts";
import { takesLanguage } from "../drafts/query-languages.ts";
import { schemaAt } from "../drafts/schema-at.ts";
import { encodeBody } from "./encode-body.ts";
import {
  escapes,
  inHeader,
  inPath,
  inQuery,
  isHeaderText,
  percentEncoded,
} from "./encode-parameter.ts";
import { type Filling, fillBody, fillPieces, fillText } from "./fill-template.ts";
import type { HttpTool } from "./http-tool.ts";
import { checkPeriod } from "./period.ts";
import { checkQueryWords } from "./query-words.ts";
import { Unsendable } from "./unsendable.ts";

/** The part of a request that does not depend on the sender. */
export interface BuiltRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a request says to get a further page. */
export type PageMark =
  | { readonly kind: "parameter"; readonly parameter: string; readonly value: string }
  | { readonly kind: "body"; readonly pointer: string; readonly value: string | number };

export interface Wanted {
  readonly arguments: JsonObject;
  /** Default origin of operations without one. */
  readonly base?: URL;
  /** The next page: a query parameter, or a member of the body. Default: first page. */
  readonly page?: PageMark;
}

/** The value of a query parameter, with its argument. */
interface Chosen {
  readonly parameter: SentParameter;
  readonly value: JsonValue;
  /** A JSON Pointer into the arguments. */
  readonly argument: string;
}

/** Returns the origin of an operation, as `https://api.example.com`. */
export function originOf({ base }: HttpOperation, set: URL | undefined): string | undefined {
  return base.origin ?? set?.origin;
}

/** Builds the request of a call. Throws `Unsendable` for arguments no request can carry safely. */
export function buildRequest(http: HttpTool, wanted: Wanted): BuiltRequest {
  const { operation, tool } = http;
  const filling = fillingOf(tool, wanted.arguments);
  if (operation.period !== undefined) checkPeriod(operation.period, wanted.arguments);
  const query = queryOf(operation, filling, wanted.page);
  const body = bodyOf(operation, filling, wanted.page);
  return {
    method: operation.method,
    url:
      addressOf(operation, filling, wanted.base) +
      (query.length === 0 ? "" : `?${query.join("&")}`),
    headers: { ...headersOf(operation, filling), ...body?.headers },
    ...(body !== undefined && { body: body.text }),
  };
}

/** Returns whether the arguments choose the page to begin with: some bodies take their cursor. */
export function namesPage({ operation, tool }: HttpTool, given: JsonObject): boolean {
  const { body, paging } = operation;
  if (body === undefined || paging?.next.kind !== "body-cursor") return false;
  const { body: pointer } = paging.next;
  const mark = valueAt(firstBody(body, fillingOf(tool, given)) ?? null, pointer);
  // A mark that the tool itself writes is that of the first page.
  const fixed = valueAt(body.template ?? null, pointer);
  return ![undefined, null, "", fixed].includes(mark);
}

function fillingOf(tool: JsonObject, given: JsonObject): Filling {
  return { arguments: given, input: asObject(own(tool, "inputSchema")) };
}

function addressOf(operation: HttpOperation, filling: Filling, base: URL | undefined): string {
  const origin = originOf(operation, base);
  if (origin === undefined) throw new TypeError("an operation without an origin was let through");
  const before =
    operation.base.origin === undefined && base !== undefined
      ? base.pathname.replace(/\/+$/, "")
      : "";
  const path = operation.path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find(
      (each) => each.place === "path" && each.name === name,
    );
    const value = parameter && valueAt(filling.arguments, argumentOf(parameter));
    const written = parameter && value !== undefined ? inPath(parameter, value) : undefined;
    if (written === undefined) throw new Unsendable(name, "a part of a path");
    return written;
  });
  // Two adjacent values could form a parent folder, though neither is one alone.
  const leaves = path.split("/").some((segment) => segment !== "" && escapes(segment));
  if (leaves) throw new Unsendable("path", "values that stay within the path");
  return origin + before + operation.base.path + path;
}

function argumentOf({
  place,
  name,
  from = `/${place}${pointerToken(name)}`,
}: SentParameter): string {
  return from;
}

/** Returns the value of a parameter, if it is permitted under its name. */
function valueOf(parameter: SentParameter, filling: Filling): JsonValue | undefined {
  const argument = argumentOf(parameter);
  const value = valueAt(filling.arguments, argument);
  if (value !== undefined) {
    checkQueryWords({ argument, value, under: parameter.name }, filling.input);
  }
  return value;
}

function queryOf(
  operation: HttpOperation,
  filling: Filling,
  page: PageMark | undefined,
): readonly string[] {
  const { parameters, texts = [] } = operation;
  const turned = page?.kind === "parameter" ? page : undefined;
  const isSent = ({ place, name }: Pick<SentParameter, "place" | "name">): boolean =>
    place === "query" && name !== turned?.parameter;
  const given = parameters.filter(isSent).flatMap((parameter) => {
    const value = valueOf(parameter, filling);
    if (value === undefined) return [];
    const chosen = { parameter, value, argument: argumentOf(parameter) };
    checkChosenNames(chosen, operation, filling.input);
    return inQuery(parameter, value);
  });
  const fixed = texts.filter(isSent).flatMap(({ name, text }) => {
    const filled = filledText(text, filling, name);
    return filled === undefined ? [] : [`${percentEncoded(name)}=${percentEncoded(filled)}`];
  });
  const further = turned
    ? [`${percentEncoded(turned.parameter)}=${percentEncoded(turned.value)}`]
    : [];
  return [...fixed, ...given, ...further];
}

function headersOf(
  { parameters, texts = [], response }: HttpOperation,
  filling: Filling,
): Readonly<Record<string, string>> {
  const given = parameters
    .filter(({ place }) => place === "header")
    .flatMap((parameter) => {
      const value = valueOf(parameter, filling);
      const written = value === undefined ? undefined : inHeader(parameter, value);
      return written === undefined ? [] : [[parameter.name.toLowerCase(), written] as const];
    });
  const fixed = texts
    .filter(({ place }) => place === "header")
    .flatMap(({ name, text }) => {
      const filled = filledText(text, filling, name);
      if (filled === undefined) return [];
      if (!isHeaderText(filled)) throw new Unsendable(name, "visible characters of ASCII");
      return [[name.toLowerCase(), filled] as const];
    });
  const accept = response?.contentType ?? "application/json";
  return Object.fromEntries([["accept", accept], ...fixed, ...given]);
}

function filledText(text: SentText["text"], filling: Filling, name: string): string | undefined {
  return typeof text === "string"
    ? fillText(text, filling, name)
    : fillPieces(text.join, filling, name);
}

function bodyOf(
  { body }: HttpOperation,
  filling: Filling,
  page: PageMark | undefined,
): { readonly headers: Readonly<Record<string, string>>; readonly text: string } | undefined {
  if (body === undefined) return undefined;
  const { contentType } = body;
  const first = firstBody(body, filling);
  const value =
    page?.kind === "body"
      ? withMember(first ?? {}, pointerTokens(page.pointer), page.value)
      : first;
  if (value === undefined) return undefined;
  return { headers: { "content-type": contentType }, text: encodeBody(value, contentType) };
}

function firstBody(
  { template }: NonNullable<HttpOperation["body"]>,
  filling: Filling,
): JsonValue | undefined {
  return template === undefined ? own(filling.arguments, "body") : fillBody(template, filling);
}

/** Returns a body with one member set, and with the objects on the way to it. */
function withMember(
  body: JsonValue,
  [name, ...below]: readonly string[],
  value: JsonValue,
): JsonValue {
  if (name === undefined) return value;
  const object = asObject(body);
  const kept = Object.entries(object).filter(([key]) => key !== name);
  return Object.fromEntries([...kept, [name, withMember(own(object, name) ?? {}, below, value)]]);
}

/**
 * Refuses a map whose keys become query names if a key duplicates one of the operation, or uses an
 * undeclared query language.
 */
function checkChosenNames(
  { parameter, value, argument }: Chosen,
  operation: HttpOperation,
  input: JsonObject,
): void {
  const { style, explode, name } = parameter;
  if (style !== "form" || !explode || !isJsonObject(value)) return;
  const taken = new Set(namesOf(operation, parameter));
  const declared = own(asObject(schemaAt(input, argument)), "properties");
  const isTaken = (each: string): boolean =>
    taken.has(each.toLowerCase()) ||
    (takesLanguage(each) && own(asObject(declared), each) === undefined);
  if (!Object.keys(value).some(isTaken)) return;
  throw new Unsendable(name, "names that the query does not have already");
}

/** Returns names in lower case: many targets ignore case. */
function namesOf(
  { parameters, texts = [], paging }: HttpOperation,
  itself: SentParameter,
): readonly string[] {
  const others = [...parameters, ...texts].filter(
    (each) => each.place === "query" && each !== itself,
  );
  const next = paging?.next;
  const page = next !== undefined && "parameter" in next ? [next.parameter] : [];
  return [...others.map(({ name }) => name), ...page].map((name) => name.toLowerCase());
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
