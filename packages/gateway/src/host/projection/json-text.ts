import { isJsonObject, type JsonSchema, type JsonValue, own } from "@toolcourt/sdk";
import { parseStrict } from "../../protocol/parse-strict.ts";
import { type Codec, everyType, ProjectionFault, type Scene, type TypeName } from "./codec.ts";
import { shownText } from "./wording.ts";

const longestSchema = 3_000;
const longestDescription = 1_000;

/**
 * What providers have no form for, as JSON text: maps, values of any type, schemas without end, unions
 * that nobody can tell apart. The schema stands beside it to be read.
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
      // Where a text is good as well, what is no JSON is meant as that text.
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

/** So much of a text is looked at that enough of it is left when what nobody sees is taken out. */
const mostLookedAt = longestSchema * 4;

/** A schema as text, with what it refers to. Nothing of it where too much has been written out already. */
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
