import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  pointerToken,
  whyNotCanonical,
} from "@toolcourt/sdk";
import { z } from "zod";
import { answerHeader, codeMeaning, errorCode, headerValue } from "./answer-schema.ts";
import { isHeaderName } from "./connection-headers.ts";
import { disagreements } from "./disagreements.ts";
import {
  type Draft,
  maxDaysLimit,
  maxItemsLimit,
  maxPagesLimit,
  maxPollsLimit,
  maxPollWays,
  methods,
  type Note,
  parameterStyles,
  type SentParameter,
} from "./draft.ts";
import { isMediaType } from "./media-type.ts";
import { isBasePath } from "./path-template.ts";

const label = z.string().regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,256}$/u);
const contentType = z.string().refine(isMediaType);
const pointerText = z.string().regex(/^(?:\/(?:[^~/\p{C}]|~[01])*)*$/u);

const parameter = z
  .strictObject({
    place: z.enum(["path", "query", "header"]),
    name: label,
    style: z.enum(parameterStyles),
    explode: z.boolean(),
    from: z.exactOptional(pointerText),
  })
  .refine(canHaveItsName);

const sentText = z
  .strictObject({
    place: z.enum(["query", "header"]),
    name: label,
    text: z.union([label, z.strictObject({ join: z.array(label).min(1) })]),
  })
  .refine(canHaveItsName);

function canHaveItsName({ place, name }: Pick<SentParameter, "place" | "name">): boolean {
  return place !== "header" || isHeaderName(name);
}

const nextPage = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("link"), pointer: pointerText }),
  z.strictObject({ kind: z.literal("header") }),
  z.strictObject({ kind: z.literal("cursor"), pointer: pointerText, parameter: label }),
  z.strictObject({ kind: z.literal("body-cursor"), pointer: pointerText, body: pointerText }),
  z.strictObject({
    kind: z.literal("offset"),
    parameter: label,
    counts: z.enum(["items", "pages"]),
    start: z.int().min(0),
  }),
]);

const paging = z.strictObject({
  items: pointerText,
  next: nextPage,
  maxPages: z.int().min(1).max(maxPagesLimit),
  maxItems: z.int().min(1).max(maxItemsLimit),
});

const headerName = label.refine(isHeaderName);
const states = z.array(label).min(1);
const pollWay = {
  header: z.exactOptional(headerName),
  status: z.exactOptional(pointerText),
  done: z.exactOptional(states),
  failed: z.exactOptional(states),
  final: z.exactOptional(z.union([pointerText.min(1), headerName])),
  reread: z.exactOptional(z.literal(true)),
};
const polling = z.strictObject({
  ...pollWay,
  or: z.exactOptional(
    z
      .array(z.strictObject(pollWay))
      .min(1)
      .max(maxPollWays - 1),
  ),
  maxPolls: z.int().min(1).max(maxPollsLimit),
});

const period = z.strictObject({
  from: pointerText,
  to: pointerText,
  maxDays: z.int().min(1).max(maxDaysLimit),
});

const connection = z.strictObject({
  scope: z.exactOptional(z.record(label, pointerText)),
  optional: z.exactOptional(z.array(label)),
  ignoreCase: z.exactOptional(z.array(label)),
  tier: z.exactOptional(label),
});

const answers = z.strictObject({
  codes: z.exactOptional(z.record(errorCode, codeMeaning)),
  quota: z.exactOptional(z.strictObject({ remaining: answerHeader, resetsAfter: answerHeader })),
  partial: z.exactOptional(z.record(answerHeader, headerValue)),
});

const base = z.strictObject({
  origin: z.exactOptional(z.string().regex(/^https?:\/\/[^/?#@\\\s]+$/)),
  path: z.string().refine(isBasePath),
});

const fieldSource = z.union([
  pointerText,
  z.strictObject({ each: pointerText, take: z.record(label, pointerText) }),
  z.strictObject({
    table: z.strictObject({ columns: pointerText, rows: pointerText }),
    take: z.record(label, z.union([label, z.array(label).min(1)])),
  }),
]);

const operation = z.strictObject({
  method: z.enum(methods),
  base,
  path: z.string(),
  parameters: z.array(parameter),
  texts: z.exactOptional(z.array(sentText)),
  body: z.exactOptional(
    z.strictObject({ contentType, template: z.exactOptional(z.custom<JsonValue>(isJson)) }),
  ),
  response: z.exactOptional(
    z.strictObject({
      contentType: z.exactOptional(contentType),
      shape: z.enum(["object", "result", "nothing"]),
      fields: z.exactOptional(z.record(label, fieldSource)),
      empty: z.exactOptional(z.custom<JsonObject>(isJsonObject)),
    }),
  ),
  answers: z.exactOptional(answers),
  paging: z.exactOptional(paging),
  polling: z.exactOptional(polling),
  period: z.exactOptional(period),
  connection: z.exactOptional(connection),
  idempotency: z.exactOptional(label),
  discovery: z.exactOptional(z.strictObject({ stage: label })),
  security: z.array(z.array(z.strictObject({ scheme: label, scopes: z.array(label) }))),
});

/** Accepts any JSON value. The whole text was validated before. */
function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}

const written = z.strictObject({ tool: z.custom<JsonObject>(isJsonObject), operation });

export type DraftReading =
  | { readonly kind: "draft"; readonly draft: Pick<Draft, "tool" | "operation"> }
  | { readonly kind: "unreadable"; readonly problems: readonly Note[] };

/**
 * Parses a draft written or edited by a person: tool object and request definition. Both must agree
 * on the parameters, or the validated input would differ from the request.
 */
export function readDraft(value: JsonValue): DraftReading {
  const flaw = whyNotCanonical(value);
  if (flaw !== undefined) return { kind: "unreadable", problems: [flaw] };
  const parsed = written.safeParse(value);
  if (!parsed.success) return { kind: "unreadable", problems: parsed.error.issues.map(toProblem) };
  const problems = [...nameProblems(parsed.data.tool), ...disagreements(parsed.data)];
  return problems.length === 0
    ? { kind: "draft", draft: parsed.data }
    : { kind: "unreadable", problems };
}

/** Checks the name, which stores, addresses and commands must all be able to hold. */
function nameProblems(tool: JsonObject): readonly Note[] {
  const name = own(tool, "name");
  if (typeof name === "string" && nameForm.test(name)) return [];
  const message = "Name the tool with at most 128 letters, digits, dots, dashes and underscores.";
  return [{ pointer: "/tool/name", message }];
}

const nameForm = /^[\w.-]{1,128}$/;

/** Returns the pointer and the fix, never the text found there. */
function toProblem({ path, code }: z.core.$ZodIssue): Note {
  const pointer = path.map((token) => pointerToken(String(token))).join("");
  const message =
    code === "unrecognized_keys"
      ? "Remove the keys that a draft does not have."
      : "Write this as a draft has it.";
  return { pointer, message };
}
