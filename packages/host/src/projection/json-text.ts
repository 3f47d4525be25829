import { parseStrict } from "@toolcourt/gateway/internal/protocol/parse-strict";
import { isJsonObject, type JsonSchema, type JsonValue, own } from "@toolcourt/sdk";
import { type Codec, everyType, ProjectionFault, type Scene, type TypeName } from "./codec.ts";
import { shownText } from "./wording.ts";

const longestSchema = 3_000;
const longestDescription = 1_000;

/**
 * Represents as JSON text what providers have no form for: maps, untyped values, recursive schemas,
 * ambiguous unions. The schema is included in the description.
 */
export function jsonText(
  schema: JsonValue | undefined,
  scene: Pick<Scene, "root" | "budget">,
  takes: ReadonlySet<TypeName> = everyType,
): Codec {
  return {
    schema: { type: "string", description: descriptionOf(schema, scene) },
    shows: new Set(["string"]),
    takes,
    isSame: false,
    hasText: true,
    project: (value) => JSON.stringify(value),
    restore: (text) => {
      if (typeof text !== "string") return text;
      const reading = parseStrict(text);
      if (reading.kind === "value") return reading.value;
      // If strings are accepted too, invalid JSON is taken as a plain string.
      if (takes.has("string") && reading.because === "syntax") return text;
      throw new ProjectionFault();
    },
  };
}

type Around = Pick<Scene, "root" | "budget">;

function descriptionOf(schema: JsonValue | undefined, around: Around): string {
  if (!isJsonObject(schema)) return "Any value, as JSON text.";
  const { description, ...rest } = schema;
  const told = typeof description === "string" ? shownText(description, longestDescription) : "";
  const shown = writtenOut(rest, around);
  const form =
    shown === "{}"
      ? "As JSON text."
      : `As JSON text that fits this JSON Schema: ${shownText(shown, longestSchema)}`;
  return told === "" ? form : `${told}\n${form}`;
}

/** Characters inspected, so enough remain after hidden characters are removed. */
const mostLookedAt = longestSchema * 4;

/** Writes a schema as text, with its references. Returns `{}` once the budget is exhausted. */
function writtenOut(schema: JsonSchema, { root, budget }: Around): string {
  if (budget.characters <= 0) return "{}";
  const text = JSON.stringify(schema);
  const whole = text.includes('"$ref"')
    ? JSON.stringify({ ...schema, ...definitionsOf(root) })
    : text;
  budget.characters -= whole.length;
  return whole.slice(0, mostLookedAt);
}

function definitionsOf(root: JsonSchema): JsonSchema {
  return Object.fromEntries(
    ["$defs", "definitions"].flatMap((key) => {
      const value = own(root, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
