import { z } from "zod";
import { approvals, categories, effects, responseTimes, type Terms } from "./contract.ts";
import { reaches } from "./flow.ts";
import { isJsonObject, type JsonValue } from "./json.ts";
import { problemsInArgumentMarks, problemsInResultMarks, type TermsProblem } from "./marks.ts";
import { pointerToken } from "./pointer.ts";

export type { TermsProblem };

export interface TermsReading {
  /** The valid terms. An invalid one is omitted as if it were absent. */
  readonly terms: Terms;
  readonly problems: readonly TermsProblem[];
}

interface Field {
  readonly schema: z.ZodType;
  readonly expected: string;
}

type MarkTerm = "input" | "output";

const text = z.string().min(1);
const json: z.ZodType<JsonValue> = z.json();

const fields: Readonly<Record<Exclude<keyof Terms, MarkTerm>, Field>> = {
  version: { schema: text, expected: "a version such as 1.2.3" },
  permissions: { schema: z.array(text), expected: "a list of permissions such as cards:read" },
  category: { schema: z.enum(categories), expected: `one of ${categories.join(", ")}` },
  effect: { schema: z.enum(effects), expected: `one of ${effects.join(", ")}` },
  responseTime: { schema: z.enum(responseTimes), expected: `one of ${responseTimes.join(", ")}` },
  cacheable: { schema: z.boolean(), expected: "true or false" },
  cacheTTL: { schema: z.number(), expected: "a number of seconds" },
  idempotent: { schema: z.boolean(), expected: "true or false" },
  examples: {
    schema: z.array(
      z.strictObject({
        description: z.string(),
        params: z.record(z.string(), json),
        expectedResult: json,
      }),
    ),
    expected: "a list of examples, each with description, params and expectedResult",
  },
  tags: { schema: z.array(text), expected: "a list of words" },
  rateLimit: {
    schema: z.strictObject({ maxCalls: z.int().positive(), windowMs: z.int().positive() }),
    expected: "maxCalls and windowMs as positive whole numbers",
  },
  deprecated: {
    schema: z.strictObject({ since: text, replacement: text, removalDate: text }),
    expected: "since, replacement and removalDate as text",
  },
  approval: { schema: z.enum(approvals), expected: `one of ${approvals.join(", ")}` },
  constraints: { schema: z.array(text), expected: "a list of sentences" },
  steps: { schema: z.array(text), expected: "a list of names of tools" },
  reach: { schema: z.enum(reaches), expected: `one of ${reaches.join(", ")}` },
};

/** Each mark is reported by itself: a map of thirty with one mistake is corrected in one place. */
const markFields: Readonly<Record<MarkTerm, (value: JsonValue) => readonly TermsProblem[]>> = {
  input: problemsInArgumentMarks,
  output: problemsInResultMarks,
};

/**
 * Reads untrusted terms: keeps the valid ones, and reports and omits the others.
 *
 * @example
 * ```ts
 * const { terms, problems } = readTerms({ cacheTTL: 60, reach: "far" });
 * terms; // { cacheTTL: 60 }
 * problems; // [{ pointer: "/reach", message: "Give one of internal, outside." }]
 * ```
 */
export function readTerms(raw: JsonValue | undefined): TermsReading {
  if (raw === undefined) return { terms: {}, problems: [] };
  if (!isJsonObject(raw)) {
    return { terms: {}, problems: [{ pointer: "", message: "Write the terms as an object." }] };
  }
  const terms: Record<string, JsonValue> = {};
  const problems: TermsProblem[] = [];
  for (const [key, value] of Object.entries(raw)) {
    const found = problemsWith(key, value);
    if (found.length === 0) terms[key] = value;
    for (const { pointer, message } of found) {
      problems.push({ pointer: pointerToken(key) + pointer, message });
    }
  }
  return { terms, problems };
}

function problemsWith(key: string, value: JsonValue): readonly TermsProblem[] {
  if (isMarkTerm(key)) return markFields[key](value);
  const message = problemWith(key, value);
  return message === undefined ? [] : [{ pointer: "", message }];
}

function problemWith(key: string, value: JsonValue): string | undefined {
  if (!isTerm(key)) return "There is no such term; remove it or correct its name.";
  const { schema, expected } = fields[key];
  return schema.safeParse(value).success ? undefined : `Give ${expected}.`;
}

function isTerm(key: string): key is keyof typeof fields {
  return Object.hasOwn(fields, key);
}

function isMarkTerm(key: string): key is MarkTerm {
  return Object.hasOwn(markFields, key);
}
