import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { pathText } from "@toolcourt/contracts/internal/documents/wording";
import { own, pointerTokens } from "@toolcourt/sdk";
import { hostFilled } from "@toolcourt/sdk/rules";
import { isSound } from "../../boundary/egress/request-headers.ts";
import { isConnectionHeader } from "../drafts/connection-headers.ts";
import { disagreements } from "../drafts/disagreements.ts";
import type { HttpOperation, SentParameter } from "../drafts/draft.ts";
import { freeQueries } from "../drafts/free-queries.ts";
import { verbs, type WrittenTool } from "./file-schema.ts";
import type { HttpTool } from "./http-tool.ts";
import { toHttpTool } from "./to-http-tool.ts";

/** Returns the problems of a well-formed tool of a file. */
export function toolProblems(
  tool: WrittenTool,
  before: readonly WrittenTool[],
): readonly Problem[] {
  const plain = [...plainProblems(tool, before)];
  const found = plain.length > 0 ? plain : relationProblems(tool);
  return found.map(([key, message]) => ({
    path: ["tools", before.length, key],
    part: "value",
    message,
  }));
}

type KeyAndMessage = readonly [key: string, message: string];

/** Yields conflicts between keys of a tool, before conversion. */
function* plainProblems(
  tool: WrittenTool,
  before: readonly WrittenTool[],
): Generator<KeyAndMessage> {
  if (before.some(({ name }) => name === tool.name)) {
    yield ["name", "Another tool of this file has the same name."];
  }
  yield* requestProblems(tool);
  yield* answerProblems(tool);
  yield* effectProblems(tool);
  yield* pagingProblems(tool);
  yield* cursorProblems(tool);
  yield* pageParameterProblems(tool);
  for (const name of tool.optional.filter((each) => !Object.hasOwn(tool.input, each))) {
    yield ["optional", `There is no parameter ${pathText([name])} in \`input\`.`];
  }
  yield* headerProblems(tool);
  yield* secretProblems(tool);
}

function* requestProblems(tool: WrittenTool): Generator<KeyAndMessage> {
  const requests = verbs.filter((verb) => tool[verb] !== undefined);
  if (requests.length !== 1) {
    yield ["name", `Write the request as one of ${verbs.join(", ")}, with its path.`];
  }
  if ((tool.get ?? tool.head) !== undefined && tool.body !== undefined) {
    yield ["body", "A request that only reads has no body."];
  }
  if (tool.content_type !== undefined && tool.body === undefined) {
    yield ["content_type", "This has no meaning without a body."];
  }
}

function* answerProblems({ empty, answer }: WrittenTool): Generator<KeyAndMessage> {
  if (empty !== undefined && answer === "nothing") {
    yield ["empty", "This has no meaning with `answer: nothing`."];
  }
}

function* effectProblems(tool: WrittenTool): Generator<KeyAndMessage> {
  if ((tool.put ?? tool.patch ?? tool.delete) !== undefined && declaresRead(tool)) {
    yield ["terms", "put, patch and delete change something: they cannot have the effect `read`."];
  }
}

function declaresRead({ terms }: WrittenTool): boolean {
  return own(terms, "effect") === "read";
}

function* pagingProblems(tool: WrittenTool): Generator<KeyAndMessage> {
  const { paging, terms } = tool;
  if (paging === undefined) return;
  const ways = [paging.next_link, paging.link_header, paging.cursor, paging.offset];
  if (ways.filter((way) => way !== undefined).length !== 1) {
    yield ["paging", "Give one of next_link, link_header, cursor and offset."];
  }
  if ((tool.get ?? tool.post) === undefined) yield ["paging", "Only get and post have pages."];
  const isUndeclared = tool.get !== undefined && own(terms, "effect") === undefined;
  if (!isUndeclared && !declaresRead(tool)) {
    yield ["paging", "A request that changes something is not sent page after page."];
  }
}

/**
 * A target with a body reads its parameters there. It ignores one in the query and answers with the
 * first page again.
 */
function* pageParameterProblems({ body, paging }: WrittenTool): Generator<KeyAndMessage> {
  const sent = paging?.cursor ?? paging?.offset;
  if (body === undefined || sent?.parameter === undefined || sent.in !== undefined) return;
  yield [
    "paging",
    "This request has a body: write `in: query` beside `parameter`, or put a cursor into the `body`.",
  ];
}

function* cursorProblems({ paging }: WrittenTool): Generator<KeyAndMessage> {
  if (paging?.cursor === undefined) return;
  const { parameter, body, in: place } = paging.cursor;
  if ((parameter === undefined) === (body === undefined)) {
    yield ["paging", "Give the cursor one place: `parameter` in the query, or `body`, a pointer."];
  }
  if (body !== undefined && place !== undefined) {
    yield ["paging", "`in` belongs to `parameter`: a cursor in the body has its pointer."];
  }
}

/** S2-9: credentials come only from the connection. */
function* secretProblems({ input, headers, query }: WrittenTool): Generator<KeyAndMessage> {
  for (const [name, schema] of Object.entries(input)) {
    if (hostFilled(name, schema) === "secret") {
      yield ["input", `Take ${pathText([name])} from the connection: callers give no secrets.`];
    }
  }
  for (const [key, names] of [
    ["headers", Object.keys(headers)],
    ["query", Object.keys(query)],
  ] as const) {
    for (const name of names.filter((each) => hostFilled(each, {}) === "secret")) {
      yield [key, `Leave ${pathText([name])} to the connection: it carries a secret.`];
    }
  }
}

/** Yields headers that are invalid or that the file may not set. */
function* headerProblems({ headers, idempotency_key: key }: WrittenTool): Generator<KeyAndMessage> {
  for (const name of Object.keys(headers).filter((each) => !isSound(each.toLowerCase(), ""))) {
    yield ["headers", `${pathText([name])} cannot be the name of a header.`];
  }
  if (key === undefined) return;
  if (!isSound(key.toLowerCase(), "") || isConnectionHeader(key)) {
    yield ["idempotency_key", "Name a header of the API, such as Idempotency-Key."];
  }
  if (Object.keys(headers).some((each) => each.toLowerCase() === key.toLowerCase())) {
    yield ["idempotency_key", "`headers` has this header already."];
  }
}

/** Returns contradictions in the converted tool. */
function relationProblems(written: WrittenTool): readonly KeyAndMessage[] {
  const http = toHttpTool(written);
  const free = freeQueries(http).map(
    ({ argument, under }): KeyAndMessage => [
      "input",
      `${pathText([under])} takes a query language, and ${pathText([argument.slice(1)])} is a free text: make it an enum, give it a plain pattern, or write the query here as a text with holes.`,
    ],
  );
  const others = disagreements(http).map(
    ({ pointer, message }): KeyAndMessage => [keyOf(pointer, http), message],
  );
  return [...free, ...others];
}

/** Returns the file key a pointer into the tool came from. */
function keyOf(pointer: string, { operation }: HttpTool): string {
  const [root, part = "", index = ""] = pointerTokens(pointer);
  if (root === "tool") return "input";
  if (part === "body" || part === "paging" || part === "period") return part;
  if (part === "polling") return "poll";
  return keys[placeOf(operation, part, Number(index))];
}

function placeOf(
  { parameters, texts = [] }: HttpOperation,
  list: string,
  index: number,
): SentParameter["place"] {
  const found = list === "texts" ? texts[index] : parameters[index];
  return found?.place ?? "path";
}

const keys = { path: "name", query: "query", header: "headers" } as const;
