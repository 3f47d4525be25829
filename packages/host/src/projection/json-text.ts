import { parseStrict } from "@toolcourt/gateway/internal/protocol/parse-strict";
import { isJsonObject, type JsonSchema, type JsonValue } from "@toolcourt/sdk";
import { type Codec, everyType, ProjectionFault, type TypeName } from "./codec.ts";
import type { Scope } from "./compile.ts";
import { picked, shownText } from "./wording.ts";

const maxSchemaLength = 3_000;
const maxDescriptionLength = 1_000;

/**
 * Represents as JSON text what providers have no form for: maps, untyped values, recursive schemas,
 * ambiguous unions. The schema is included in the description.
 */
export function jsonText(
  schema: JsonValue | undefined,
  scope: Scope,
  takes: ReadonlySet<TypeName> = everyType,
): Codec {
  return {
    schema: { type: "string", description: descriptionOf(schema, scope) },
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

function descriptionOf(schema: JsonValue | undefined, scope: Scope): string {
  if (!isJsonObject(schema)) return "Any value, as JSON text.";
  const { description, ...rest } = schema;
  const text = typeof description === "string" ? shownText(description, maxDescriptionLength) : "";
  const shown = writtenOut(rest, scope);
  const form =
    shown === "{}"
      ? "As JSON text."
      : `As JSON text that fits this JSON Schema: ${shownText(shown, maxSchemaLength)}`;
  return text === "" ? form : `${text}\n${form}`;
}

/** Characters inspected, so enough remain after hidden characters are removed. */
const maxInspected = maxSchemaLength * 4;

/** Writes a schema as text, with its references. Returns `{}` once the budget is exhausted. */
function writtenOut(schema: JsonSchema, { root, budget }: Scope): string {
  if (budget.characters <= 0) return "{}";
  const text = JSON.stringify(schema);
  const whole = text.includes('"$ref"')
    ? JSON.stringify({ ...schema, ...picked(root, ["$defs", "definitions"]) })
    : text;
  budget.characters -= whole.length;
  return whole.slice(0, maxInspected);
}
