import { expected, expectedUnseen } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { z } from "zod";
import { answerHeader, codeMeaning, errorCode, headerValue } from "../drafts/answer-schema.ts";
import { isHeaderName } from "../drafts/connection-headers.ts";
import {
  maxDaysLimit,
  maxItemsLimit,
  maxPagesLimit,
  maxPollsLimit,
  maxPollWays,
  parameterStyles,
} from "../drafts/draft.ts";
import { discoveryTiers } from "./discovery-draft.ts";

// The schema of an HTTP tools file. All messages are ours.

const keysAndValues = { error: expected("keys and values") };
const text = z.string({ error: expectedUnseen("a text") });
const path = z
  .string({ error: expectedUnseen("a path that starts with a slash") })
  .startsWith("/", { error: expectedUnseen("a path that starts with a slash") });
const pointerError = expected("a JSON Pointer such as /value, or an empty text for all of it");
const pointer = z
  .string({ error: pointerError })
  .regex(/^(?:\/(?:[^~/\p{C}]|~[01])*)*$/u, { error: pointerError });
const schema = z.custom<JsonObject>(isJsonObject, { error: expected("a JSON Schema") });
const nameError = expected("a name of letters, digits, - and _ that does not start with a digit");
const argument = z
  .string({ error: nameError })
  .regex(/^[A-Za-z_][\w-]{0,63}$/, { error: nameError });
/** An argument, or a nested one: `scope.region`. */
const held = z
  .string({ error: nameError })
  .regex(/^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*$/, { error: nameError });

function wholeFrom(min: number, max: number): z.ZodInt {
  const error = expected(`a whole number from ${min} to ${max}`);
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** A parameter with a non-default form. */
const formed = z.strictObject(
  {
    from: held,
    style: z.enum(parameterStyles, { error: expected("a style of OpenAPI") }),
    explode: z.boolean({ error: expected("true or false") }).default(false),
  },
  keysAndValues,
);

const piecesError = expected("a list of texts");
/** A text whose pieces may be left out. */
const joined = z.strictObject(
  { join: z.array(text, { error: piecesError }).min(1, { error: piecesError }) },
  keysAndValues,
);

const sentError = expectedUnseen(
  "a text, a number, true or false, keys `from` and `style`, or a list `join` of texts",
);
const sent = z.union([z.string(), z.number(), z.boolean(), formed, joined], { error: sentError });
const sentByName = z.record(text, sent, keysAndValues);

/** Where the parameter of a page is sent. A `post` with a body must say it. */
const inQuery = z.exactOptional(z.literal("query", { error: expected("query") }));

const offset = z.strictObject(
  {
    parameter: text,
    in: inQuery,
    counts: z.enum(["items", "pages"], { error: expected("items or pages") }).default("items"),
    start: wholeFrom(0, 1_000_000).default(0),
  },
  keysAndValues,
);

const cursor = z.strictObject(
  {
    from: pointer,
    parameter: z.exactOptional(text),
    in: inQuery,
    body: z.exactOptional(pointer),
  },
  keysAndValues,
);

const paging = z.strictObject(
  {
    items: pointer,
    next_link: z.exactOptional(pointer),
    link_header: z.exactOptional(z.literal(true, { error: expected("true") })),
    cursor: z.exactOptional(cursor),
    offset: z.exactOptional(offset),
    max_pages: wholeFrom(1, maxPagesLimit).default(10),
    max_items: wholeFrom(1, maxItemsLimit).default(1000),
  },
  keysAndValues,
);

const headerError = expected("the name of a header");
const finalError = expected("the name of a header, or a JSON Pointer to a link");
const statesError = expected("a list of states");
const states = z.exactOptional(
  z.array(text, { error: statesError }).min(1, { error: statesError }),
);
const pollWay = {
  header: z.exactOptional(
    z.string({ error: headerError }).refine(isHeaderName, { error: headerError }),
  ),
  status: z.exactOptional(pointer),
  done: states,
  failed: states,
  final: z.exactOptional(
    z
      .string({ error: finalError })
      .refine((each) => isHeaderName(each) || each.startsWith("/"), { error: finalError }),
  ),
  reread: z.exactOptional(z.literal(true, { error: expected("true") })),
};
const waysError = expected(`a list of 1 to ${maxPollWays - 1} further ways`);
const poll = z.strictObject(
  {
    ...pollWay,
    or: z.exactOptional(
      z
        .array(z.strictObject(pollWay, keysAndValues), { error: waysError })
        .min(1, { error: waysError })
        .max(maxPollWays - 1, { error: waysError }),
    ),
    max_polls: wholeFrom(1, maxPollsLimit).default(30),
  },
  keysAndValues,
);

const period = z.strictObject(
  { from: held, to: held, max_days: wholeFrom(1, maxDaysLimit) },
  keysAndValues,
);

const columnError = expected("the name of a column, or a list of names");
const column = z.union([z.string(), z.array(z.string()).min(1, { error: columnError })], {
  error: columnError,
});
/** A field of the result that is a list: of parts of items, or of rows by column. */
const eachSource = z.strictObject(
  { each: pointer, take: z.record(text, pointer, keysAndValues) },
  keysAndValues,
);
const table = z.strictObject(
  {
    table: z.strictObject({ columns: pointer, rows: pointer }, keysAndValues),
    take: z.record(text, column, keysAndValues),
  },
  keysAndValues,
);
const source = z.union([pointer, eachSource, table], {
  error: expected(
    "a JSON Pointer such as /value, keys `each` and `take`, or keys `table` and `take`",
  ),
});

const connection = z.strictObject(
  {
    scope: z.exactOptional(z.record(argument, held, keysAndValues)),
    tier: z.exactOptional(text),
  },
  keysAndValues,
);

const flag = z.boolean({ error: expected("true or false") }).default(false);
const patternError = expected("a regular expression from ^ to $");

const levelWithKeys = z.strictObject(
  {
    level: argument,
    optional: flag,
    ignore_case: flag,
    pattern: z.exactOptional(
      z.string({ error: patternError }).regex(/^\^.{1,200}\$$/u, { error: patternError }),
    ),
  },
  keysAndValues,
);

/** A level with keys, or a required one by its name alone. */
const scopeLevel = z.union([argument, levelWithKeys], {
  error: expected("the name of a level, or keys and values"),
});

type WrittenLevel = z.output<typeof scopeLevel>;

function levelName(written: WrittenLevel): string {
  return typeof written === "string" ? written : written.level;
}

const discovery = z.strictObject(
  {
    stage: text,
    tier: z.enum(discoveryTiers, { error: expected("inventory, cost or security") }),
    /** The levels that calls name, the widest first. */
    scope: z
      .array(scopeLevel, { error: expected("a list of levels") })
      .refine((levels) => levels.some((each) => typeof each === "string" || !each.optional), {
        error: expected("at least one level that is not optional"),
      })
      .refine((levels) => new Set(levels.map(levelName)).size === levels.length, {
        error: expected("each level once"),
      }),
  },
  keysAndValues,
);

export const verbs = ["get", "head", "post", "put", "patch", "delete"] as const;
const byVerb = {
  get: z.exactOptional(path),
  head: z.exactOptional(path),
  post: z.exactOptional(path),
  put: z.exactOptional(path),
  patch: z.exactOptional(path),
  delete: z.exactOptional(path),
} satisfies Record<(typeof verbs)[number], z.ZodType>;

const tool = z.strictObject(
  {
    name: text,
    title: z.exactOptional(text),
    description: text,
    ...byVerb,
    input: z.record(argument, schema, keysAndValues).default({}),
    optional: z.array(argument, { error: expected("a list of parameters") }).default([]),
    query: sentByName.default({}),
    headers: sentByName.default({}),
    body: z.exactOptional(z.custom<JsonValue>((value) => value !== undefined)),
    content_type: z.exactOptional(text),
    paging: z.exactOptional(paging),
    poll: z.exactOptional(poll),
    period: z.exactOptional(period),
    answer: z.exactOptional(
      z.enum(["json", "text", "nothing"], { error: expected("json, text or nothing") }),
    ),
    result: z.exactOptional(z.record(text, source, keysAndValues)),
    empty: z.exactOptional(z.custom<JsonObject>(isJsonObject, keysAndValues)),
    output: schema,
    connection: z.exactOptional(connection),
    discovery: z.exactOptional(discovery),
    idempotency_key: z.exactOptional(text),
    terms: z.custom<JsonObject>(isJsonObject, { error: expected("keys and values") }).default({}),
  },
  keysAndValues,
);

const quota = z.strictObject(
  { remaining: answerHeader, resets_after: answerHeader },
  keysAndValues,
);

/** What answers of the target mean, for all tools of the file. */
const answers = z.strictObject(
  {
    codes: z.exactOptional(
      z.record(errorCode, codeMeaning, {
        error: expected("error codes and their meanings"),
      }),
    ),
    quota: z.exactOptional(quota),
    partial: z.exactOptional(
      z.record(answerHeader, headerValue, { error: expected("headers and their values") }),
    ),
  },
  keysAndValues,
);

/** An HTTP tools file as written by people. */
export const toolsFileSchema = z.strictObject(
  {
    tools: z.array(tool, { error: expected("a list of tools") }),
    answers: z.exactOptional(answers),
  },
  keysAndValues,
);

export type WrittenAnswers = z.output<typeof answers>;

export type WrittenTool = z.output<typeof toolsFileSchema>["tools"][number];
export type WrittenDiscovery = NonNullable<WrittenTool["discovery"]>;
export type WrittenSent = z.output<typeof sent>;
