import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  own,
  pointerToken,
  termsKey,
} from "@toolcourt/sdk";
import type { AnswerMeanings } from "../../boundary/egress/answer-meanings.ts";
import type {
  HttpOperation,
  Method,
  NextPage,
  Paging,
  ParameterStyle,
  SentParameter,
  SentText,
  WantedOfConnection,
} from "../drafts/draft.ts";
import { effectOf } from "../drafts/effect-of.ts";
import { pagingSchema } from "../drafts/paging-schema.ts";
import { namesIn } from "../drafts/path-template.ts";
import { pointerTo, wholeHole } from "../drafts/text-template.ts";
import { discoveryInput, discoveryOutput, levelsOf } from "./discovery.ts";
import {
  verbs,
  type WrittenAnswers,
  type WrittenDiscovery,
  type WrittenSent,
  type WrittenTool,
} from "./file-schema.ts";
import type { HttpTool } from "./http-tool.ts";

/** Converts a tool of a file to a tool object and its operation. */
export function toHttpTool(written: WrittenTool, answers?: WrittenAnswers): HttpTool {
  const { method, path } = requestOf(written);
  return {
    tool: {
      name: written.name,
      ...(written.title === undefined ? {} : { title: written.title }),
      description: written.description,
      inputSchema: inputOf(written),
      outputSchema: outputOf(written),
      ...termsOf(written, method),
    },
    operation: {
      method,
      base: { path: "" },
      path,
      ...sentOf(written, path),
      ...bodyOf(written),
      response: responseOf(written),
      ...(answers === undefined ? {} : { answers: answersOf(answers) }),
      ...(written.paging === undefined ? {} : { paging: pagingOf(written.paging) }),
      ...pollingOf(written),
      ...periodOf(written),
      ...connectionOf(written),
      ...(written.idempotency_key === undefined ? {} : { idempotency: written.idempotency_key }),
      ...(written.discovery === undefined ? {} : { discovery: { stage: written.discovery.stage } }),
      security: [],
    },
  };
}

function answersOf({ quota, ...same }: WrittenAnswers): AnswerMeanings {
  if (quota === undefined) return same;
  const { remaining, resets_after: resetsAfter } = quota;
  return { ...same, quota: { remaining, resetsAfter } };
}

const methodOf = {
  get: "GET",
  head: "HEAD",
  post: "POST",
  put: "PUT",
  patch: "PATCH",
  delete: "DELETE",
} as const satisfies Record<(typeof verbs)[number], Method>;

function requestOf(written: WrittenTool): { readonly method: Method; readonly path: string } {
  for (const verb of verbs) {
    const path = written[verb];
    if (path !== undefined) return { method: methodOf[verb], path };
  }
  throw new TypeError("a tool without a request was let through");
}

function inputOf({ input, optional, discovery }: WrittenTool): JsonObject {
  const required = Object.entries(input).flatMap(([name, schema]) =>
    optional.includes(name) || own(schema, "default") !== undefined ? [] : [name],
  );
  const plain = {
    type: "object",
    properties: input,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
  return discovery === undefined ? plain : discoveryInput(plain, discovery);
}

function outputOf({ output, paging, discovery }: WrittenTool): JsonObject {
  if (discovery !== undefined) return discoveryOutput(output);
  if (paging === undefined) return output;
  const properties = own(output, "properties");
  const required = own(output, "required");
  return {
    ...output,
    properties: { ...(isJsonObject(properties) ? properties : {}), paging: pagingSchema },
    required: [...(isJsonArray(required) ? required : []), "paging"],
  };
}

function termsOf({ terms }: WrittenTool, method: Method): JsonObject {
  const effect = own(terms, "effect") ?? effectOf[method];
  const repeatable = effect === "read" || method === "PUT" || method === "DELETE";
  return {
    annotations: {
      readOnlyHint: effect === "read",
      destructiveHint: effect === "destroy",
      idempotentHint: own(terms, "idempotent") ?? repeatable,
      openWorldHint: true,
    },
    _meta: { [termsKey]: { ...terms, effect } },
  };
}

function sentOf(
  { query, headers }: WrittenTool,
  path: string,
): Pick<HttpOperation, "parameters" | "texts"> {
  const inPath = [...new Set(namesIn(path))].map(
    (name): SentParameter => ({
      place: "path",
      name,
      style: "simple",
      explode: false,
      from: pointerTo(name),
    }),
  );
  const written = [
    ...Object.entries(query).map(([name, sent]) => sentAs("query", name, sent)),
    ...Object.entries(headers).map(([name, sent]) => sentAs("header", name, sent)),
  ];
  const texts = written.filter((each): each is SentText => "text" in each);
  return {
    parameters: [...inPath, ...written.filter((each): each is SentParameter => "style" in each)],
    ...(texts.length === 0 ? {} : { texts }),
  };
}

const defaultStyles = { query: "form", header: "simple" } as const satisfies Record<
  SentText["place"],
  ParameterStyle
>;

/** A lone argument becomes a typed parameter. Everything else becomes a text. */
function sentAs(
  place: SentText["place"],
  name: string,
  sent: WrittenSent,
): SentParameter | SentText {
  if (typeof sent === "object") {
    if ("join" in sent) return { place, name, text: sent };
    return { place, name, style: sent.style, explode: sent.explode, from: pointerTo(sent.from) };
  }
  const whole = typeof sent === "string" ? wholeHole(sent) : undefined;
  if (whole === undefined) return { place, name, text: String(sent) };
  const style = defaultStyles[place];
  return { place, name, style, explode: style === "form", from: pointerTo(whole) };
}

function bodyOf({ body, content_type }: WrittenTool): Pick<HttpOperation, "body"> {
  if (body === undefined) return {};
  return { body: { contentType: content_type ?? "application/json", template: body } };
}

const answerTypes = { json: "application/json", text: "text/plain", nothing: undefined } as const;

function responseOf({ answer = "json", result, empty, output }: WrittenTool) {
  const contentType = answerTypes[answer];
  const isWhole = own(output, "type") === "object" && answer === "json";
  return {
    ...(contentType === undefined ? {} : { contentType }),
    shape: answer === "nothing" ? "nothing" : isWhole ? "object" : "result",
    ...(result === undefined ? {} : { fields: result }),
    ...(empty === undefined ? {} : { empty }),
  } satisfies JsonObject & NonNullable<HttpOperation["response"]>;
}

function pagingOf(paging: NonNullable<WrittenTool["paging"]>): Paging {
  const { items, max_pages: maxPages, max_items: maxItems } = paging;
  return { items, next: nextOf(paging), maxPages, maxItems };
}

function nextOf(paging: NonNullable<WrittenTool["paging"]>): NextPage {
  const { next_link: link, cursor, offset } = paging;
  if (link !== undefined) return { kind: "link", pointer: link };
  if (cursor !== undefined) return cursorOf(cursor);
  if (offset === undefined) return { kind: "header" };
  const { in: _query, ...counting } = offset;
  return { kind: "offset", ...counting };
}

function pollingOf({ poll }: WrittenTool): Pick<HttpOperation, "polling"> {
  if (poll === undefined) return {};
  const { max_polls: maxPolls, ...as } = poll;
  return { polling: { ...as, maxPolls } };
}

function periodOf({ period }: WrittenTool): Pick<HttpOperation, "period"> {
  if (period === undefined) return {};
  const { from, to, max_days: maxDays } = period;
  return { period: { from: pointerTo(from), to: pointerTo(to), maxDays } };
}

function cursorOf({
  from: pointer,
  body,
  parameter = "",
}: NonNullable<NonNullable<WrittenTool["paging"]>["cursor"]>): NextPage {
  return body === undefined
    ? { kind: "cursor", pointer, parameter }
    : { kind: "body-cursor", pointer, body };
}

function connectionOf({ connection, discovery }: WrittenTool): Pick<HttpOperation, "connection"> {
  if (discovery !== undefined) return { connection: discoveryConnection(discovery) };
  if (connection === undefined) return {};
  const { scope, tier } = connection;
  const named = tier === undefined ? undefined : wholeHole(tier);
  return {
    connection: {
      ...(scope && {
        scope: Object.fromEntries(
          Object.entries(scope).map(([level, name]): [string, string] => [level, pointerTo(name)]),
        ),
      }),
      ...(tier !== undefined && { tier: named === undefined ? tier : pointerTo(named) }),
    },
  };
}

function discoveryConnection(discovery: WrittenDiscovery): WantedOfConnection {
  const scope = levelsOf(discovery);
  const levels = scope.map(({ level }): [string, string] => [
    level,
    `/scope${pointerToken(level)}`,
  ]);
  const optional = scope.filter(({ isOptional }) => isOptional).map(({ level }) => level);
  const ignoreCase = scope.filter(({ ignoresCase }) => ignoresCase).map(({ level }) => level);
  return {
    scope: Object.fromEntries(levels),
    ...(optional.length > 0 && { optional }),
    ...(ignoreCase.length > 0 && { ignoreCase }),
    tier: "/tier",
  };
}
