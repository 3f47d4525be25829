import { canonicalJson } from "../../contract/canonical.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "../../contract/json.ts";
import { editedSchema } from "../closing.ts";
import { defineRule, everywhere, withParameters } from "../rule.ts";
import { isOfType, propertiesOf, typesOf } from "../schema-shape.ts";

export const inputDefaultsFit = defineRule({
  id: "input/defaults-fit",
  // Many servers write `default: null` for "none". Calls to them work, so core only warns.
  severity: { ...everywhere("error"), core: "warning", registry: "warning" },
  requirements: ["S0-10"],
  summary: "Require every default to fit its own schema",
  why: `A tool uses the declared default when an argument is omitted. A default that its own schema refuses
cannot be filled in, so the contract describes something that never happens.`,
  good: [
    withParameters({ days: { type: "integer", default: 1 } }),
    withParameters({ city: { type: ["string", "null"], default: null } }),
  ],
  bad: [
    withParameters({ days: { type: "integer", default: "1" } }),
    withParameters({ unit: { enum: ["C", "F"], default: "K" } }),
    withParameters({ days: { type: "integer", maximum: 7, default: 9 } }),
  ],

  *check({ input }) {
    for (const { value, pointer } of propertiesOf(input)) {
      const message = isJsonObject(value) ? misfit(value) : undefined;
      if (message !== undefined) yield { pointer: `/input${pointer}/default`, message };
    }
  },
  repair({ input }) {
    const repaired = editedSchema(input, ({ schema }) => {
      if (misfit(schema) === undefined) return undefined;
      const { default: _, ...rest } = schema;
      return rest;
    });
    return repaired === undefined ? undefined : { input: repaired };
  },
});

function misfit(schema: JsonSchema): string | undefined {
  const given = own(schema, "default");
  if (given === undefined) return undefined;
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(given, type))) {
    return "Use a default of the type that the parameter declares.";
  }
  const choices = own(schema, "enum");
  if (isJsonArray(choices) && !choices.some((choice) => isEqual(choice, given))) {
    return "Use one of the listed choices as the default.";
  }
  return isWithinBounds(given, schema) ? undefined : "Use a default within the declared bounds.";
}

function isEqual(one: JsonValue, other: JsonValue): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

function isWithinBounds(given: JsonValue, schema: JsonSchema): boolean {
  const bound = (keyword: string, otherwise: number): number => {
    const value = own(schema, keyword);
    return typeof value === "number" ? value : otherwise;
  };
  if (typeof given === "number") {
    return given >= bound("minimum", -Infinity) && given <= bound("maximum", Infinity);
  }
  if (typeof given !== "string") return true;
  // Counts code points, as JSON Schema does.
  const { length } = Array.from(given);
  return length >= bound("minLength", 0) && length <= bound("maxLength", Infinity);
}
