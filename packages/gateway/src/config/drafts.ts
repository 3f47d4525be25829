import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonArray, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import { readUrl } from "../boundary/egress/read-url.ts";
import type { DraftSource } from "../http-tools/drafts/sources/source.ts";
import { doubles, type Entry, entries, problem } from "./entries.ts";
import { fullText, keysAndValues, listOf, nameOf } from "./pieces.ts";

// Services that drafts are taken from. They are no targets of tools.

const endpointError = expected("the origin of the service, such as https://apis.example.com");
const endpoint = z
  .string({ error: endpointError })
  .meta({ format: "uri", pattern: "^https?://[^/?#@]+$" })
  .refine(isOrigin, { error: endpointError });

const indexError = expected(
  "the name of an index: lower-case letters, digits, dashes, underscores",
);
const fieldError = expected("the name of a field: letters, digits and underscores");
const field = z.string({ error: fieldError }).regex(/^[A-Za-z]\w{0,127}$/, { error: fieldError });

const searchSchema = z.strictObject(
  {
    name: nameOf("the name of the source"),
    kind: z.literal("azure-search"),
    endpoint,
    index: z
      .string({ error: indexError })
      .regex(/^[a-z0-9][a-z0-9_-]{1,127}$/, { error: indexError }),
    fields: z.strictObject(
      {
        id: field,
        definition: field,
        title: z.exactOptional(field),
        version: z.exactOptional(field),
        url: z.exactOptional(field),
      },
      keysAndValues,
    ),
    connection: fullText,
  },
  keysAndValues,
);

const scanSchema = z.strictObject(
  {
    name: nameOf("the name of the source"),
    kind: z.literal("document-intelligence"),
    endpoint,
    connection: fullText,
  },
  keysAndValues,
);

const sourceSchema = z.discriminatedUnion("kind", [searchSchema, scanSchema], {
  error: expected("azure-search or document-intelligence"),
});

export const draftsSchema = z.strictObject(
  { sources: listOf(sourceSchema, "sources of drafts").default([]) },
  keysAndValues,
);

export interface DraftsConfig {
  readonly sources: readonly DraftSource[];
}

function isOrigin(text: string): boolean {
  const reading = readUrl(text);
  return reading.kind === "read" && reading.url.origin === text;
}

/** What a source of each kind sends. */
const wantedMethods: Readonly<Record<string, readonly string[]>> = {
  "azure-search": ["POST"],
  "document-intelligence": ["GET", "POST"],
};

/** Checks that each source is reachable, and not as a target behind the gateway. */
export function* draftsProblems(file: JsonObject): Generator<Problem> {
  const drafts = own(file, "drafts");
  if (!isJsonObject(drafts)) return;
  const sources = entries(drafts, ["drafts"], "sources");
  yield* doubles(sources, ["name"]);
  const egress = own(file, "egress");
  const allowed = isJsonObject(egress) ? entries(egress, [], "allow") : [];
  for (const source of sources) yield* reachProblems(source, allowed);
}

function* reachProblems({ path, value }: Entry, allowed: readonly Entry[]): Generator<Problem> {
  const origin = own(value, "endpoint");
  const kind = own(value, "kind");
  if (typeof origin !== "string" || typeof kind !== "string") return;
  const at = [...path, "endpoint"];
  const rule = allowed.find((each) => own(each.value, "origin") === origin)?.value;
  if (rule === undefined) {
    yield problem(at, "No entry of `egress.allow` has this origin; nothing else is reachable.");
    return;
  }
  if (own(rule, "via") !== "direct") {
    yield problem(at, "A source is no target: set `via: direct` in its entry of `egress.allow`.");
  }
  const missing = missingMethods(rule, kind);
  if (missing.length > 0) {
    const methods = missing.join(" and ");
    yield problem(at, `The entry of \`egress.allow\` for this origin must allow ${methods}.`);
  }
}

function missingMethods(rule: JsonObject, kind: string): readonly string[] {
  const given = own(rule, "methods") ?? ["GET", "HEAD"];
  const wanted = Object.hasOwn(wantedMethods, kind) ? (wantedMethods[kind] ?? []) : [];
  return wanted.filter((method) => !(isJsonArray(given) && given.includes(method)));
}
