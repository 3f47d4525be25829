import {
  flowOf,
  isJsonObject,
  type JsonSchema,
  pointerToken,
  type ToolContract,
  valueAt,
} from "@toolcourt/sdk";
import type { ToolChange } from "../comparison/compare-tools.ts";
import type { Widening } from "../drift/widens.ts";
import { type Phrase, quoted, quotedList } from "./phrase.ts";
import type { RevisedPart } from "./revision.ts";
import { newIn, schemaWords } from "./schema-words.ts";

export interface Both {
  readonly before: ToolContract;
  readonly after: ToolContract;
}

/** Describes a change and its position in words. */
export function describeChange(change: ToolChange, both: Both): RevisedPart {
  if (change.kind === "widening") return describeWidening(change.what, both);
  if ("field" in change) return describeField(change);
  return describeSchemaChange(change, both);
}

type FieldChange = Extract<ToolChange, { field: string }>;

function describeField({ kind, field }: FieldChange): RevisedPart {
  const effect =
    kind === "cosmetic" ? "without any effect on calls" : "in a way that breaks nothing";
  const message = [quoted(field), ` changed ${effect}.`];
  return { kind, pointer: pointerToken(field), version: "new", message };
}

const wideningPlaces: Readonly<Record<Widening, string>> = {
  hints: "/annotations",
  effect: "/_meta/dev.toolcourt~1contract/effect",
  permissions: "/_meta/dev.toolcourt~1contract/permissions",
  steps: "/_meta/dev.toolcourt~1contract/steps",
  approval: "/_meta/dev.toolcourt~1contract/approval",
  input: "/inputSchema",
  reach: "/_meta/dev.toolcourt~1contract/reach",
  destination: "/inputSchema",
  role: "/inputSchema",
  origin: "/outputSchema",
  sensitivity: "/outputSchema",
};

const wideningWords: Readonly<Record<Widening, (both: Both) => Phrase>> = {
  hints: () => [
    "Its annotations rule out less: it may now write, destroy or reach the open world.",
  ],
  effect: ({ before, after }) => [`Its effect is ${after.effect} now and was ${before.effect}.`],
  permissions: ({ before, after }) => [
    "It asks for more permissions: ",
    ...quotedList(newIn(before.terms.permissions, after.terms.permissions)),
    ".",
  ],
  steps: ({ before, after }) => [
    "It may call more tools: ",
    ...quotedList(newIn(before.terms.steps, after.terms.steps)),
    ".",
  ],
  approval: ({ before, after }) => [
    `It asks for less approval: ${after.terms.approval ?? "none"} now, ${before.terms.approval ?? "none"} before.`,
  ],
  input: () => [
    "Its input has a new place that takes any text, so that more data can leave by it.",
  ],
  reach: ({ before, after }) => [
    `Its reach is ${flowOf(after).reach} now and was ${flowOf(before).reach}.`,
  ],
  destination: () => ["It has a new argument that decides where data goes."],
  role: () => ["An argument no longer states the role that it had."],
  origin: () => [
    "A field of its results no longer states who can have written it, or now claims that only its own systems can.",
  ],
  sensitivity: () => ["A field of its results is no longer marked as sensitive as it was."],
};

function describeWidening(what: Widening, both: Both): RevisedPart {
  const message = wideningWords[what](both);
  return { kind: "widening", pointer: wideningPlaces[what], version: "new", message };
}

type SchemaSide = Extract<ToolChange, { side: unknown }>;

function describeSchemaChange(change: SchemaSide, { before, after }: Both): RevisedPart {
  const { kind, side, keyword, pointer } = change;
  const schemas = side === "input" ? [before.input, after.input] : [before.output, after.output];
  const [old, now] = schemas.map((schema) => placeIn(schema, pointer));
  const isWhole = keyword === "$schema";
  const where = isWhole ? "" : `${pointer}${pointerToken(keyword)}`;
  return {
    kind,
    pointer: `/${side}Schema${where}`,
    version: side === "input" ? "new" : "old",
    message: schemaWords({ keyword, side, old: old ?? {}, now: now ?? {} }, kind === "unproven"),
    ...(change.kind === "breaking" && {
      witness: { side, value: change.witness, ...(change.part && { part: change.part }) },
    }),
  };
}

function placeIn(schema: JsonSchema | undefined, pointer: string): JsonSchema {
  const found = schema === undefined ? undefined : valueAt(schema, pointer);
  return isJsonObject(found) ? found : {};
}
