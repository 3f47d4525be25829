import { isJsonObject, type JsonSchema, type JsonValue, own } from "@toolcourt/sdk";
import { parseStrict } from "../../wire/parse-strict.ts";
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
  { root }: Pick<Scene, "root">,
  takes: ReadonlySet<TypeName> = everyType,
): Codec {
  return {
    schema: { type: "string", description: descriptionOf(schema, root) },
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

function descriptionOf(schema: JsonValue | undefined, root: JsonSchema): string {
  if (!isJsonObject(schema)) return "Any value, as JSON text.";
  const { description, ...rest } = schema;
  const told = typeof description === "string" ? shownText(description, longestDescription) : "";
  const text = JSON.stringify(rest);
  const shown = text.includes('"$ref"')
    ? JSON.stringify({ ...rest, ...definitionsOf(root) })
    : text;
  const form =
    shown === "{}"
      ? "As JSON text."
      : `As JSON text that fits this JSON Schema: ${shownText(shown, longestSchema)}`;
  return told === "" ? form : `${told}\n${form}`;
}

function definitionsOf(root: JsonSchema): JsonSchema {
  return Object.fromEntries(
    ["$defs", "definitions"].flatMap((key) => {
      const value = own(root, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
