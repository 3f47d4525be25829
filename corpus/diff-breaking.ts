import { isJsonArray } from "@toolcourt/sdk";
import {
  besideAnyOf,
  type Edit,
  isClosed,
  isNull,
  isNumeric,
  isObject,
  isPlain,
  optionalMember,
  propertiesOf,
  rangeOf,
  typeIn,
  when,
} from "./diff-kinds.ts";
import { membersAt, numberAt, textsAt, without } from "./diff-spots.ts";

const otherType: Readonly<Record<string, string>> = {
  string: "integer",
  integer: "boolean",
  number: "boolean",
  boolean: "number",
  array: "boolean",
  object: "boolean",
};

/** Each rejects an input that was accepted before. */
export const breakingEdits: readonly Edit[] = [
  {
    name: "a new required member",
    apply: (schema) =>
      when(isClosed(schema), () => ({
        ...schema,
        properties: { ...propertiesOf(schema), edited_flag: { type: "boolean" } },
        required: [...textsAt(schema, "required"), "edited_flag"],
      })),
  },
  {
    name: "an optional member becomes required",
    apply: (schema) => {
      const name = optionalMember(schema);
      if (name === undefined || !isObject(schema)) return undefined;
      return { ...schema, required: [...textsAt(schema, "required"), name] };
    },
  },
  {
    name: "a member is gone",
    apply: (schema, isRoot) => {
      const [name] = membersAt(schema).find(([, { type }]) => typeof type === "string") ?? [];
      const isFree = isRoot || membersAt(schema).length > 1;
      if (name === undefined || !isClosed(schema) || !isFree) return undefined;
      return {
        ...schema,
        properties: without(propertiesOf(schema), name),
        required: textsAt(schema, "required").filter((each) => each !== name),
      };
    },
  },
  {
    name: "another type",
    apply: (schema, isRoot) => {
      const { type } = schema;
      if (isRoot || typeof type !== "string" || !isPlain(schema, type)) return undefined;
      const { [type]: other = "null" } = otherType;
      return { ...without(schema, "default", "examples"), type: other };
    },
  },
  {
    name: "a value taken off a list",
    apply: (schema) => {
      const values = textsAt(schema, "enum");
      const isWhole = isJsonArray(schema["enum"]) && schema["enum"].length === values.length;
      const isSimple = schema["type"] === "string" && new Set(values).size === values.length;
      const narrowing = ["pattern", "minLength", "maxLength", "default"];
      const isFree = !narrowing.some((keyword) => Object.hasOwn(schema, keyword));
      return when(isWhole && isSimple && isFree && values.length > 1, () => ({
        ...schema,
        enum: values.slice(0, -1),
      }));
    },
  },
  {
    name: "shorter texts",
    apply: (schema) =>
      when(
        isPlain(schema, "string", ["maxLength", "pattern", "format"]) &&
          (numberAt(schema, "minLength") ?? 0) <= 3,
        () => ({ ...schema, maxLength: 3 }),
      ),
  },
  {
    name: "longer texts",
    apply: (schema) =>
      when(
        isPlain(schema, "string", ["maxLength", "pattern", "format"]) &&
          (numberAt(schema, "minLength") ?? 0) < 40,
        () => ({ ...schema, minLength: 40 }),
      ),
  },
  {
    name: "a pattern",
    apply: (schema) =>
      when(isPlain(schema, "string", ["maxLength", "minLength", "pattern", "format"]), () => ({
        ...schema,
        pattern: "^[0-9]{3}$",
      })),
  },
  {
    name: "a higher minimum",
    apply: (schema) => {
      const { min, max } = rangeOf(schema);
      return when(isNumeric(schema) && min < max, () => ({ ...schema, minimum: min + 1 }));
    },
  },
  {
    name: "a lower maximum",
    apply: (schema) => {
      const { min, max } = rangeOf(schema);
      return when(isNumeric(schema) && min < max, () => ({ ...schema, maximum: max - 1 }));
    },
  },
  {
    name: "a step",
    apply: (schema) => {
      const { min, max } = rangeOf(schema);
      return when(isNumeric(schema) && max - min > 2, () => ({ ...schema, multipleOf: 7 }));
    },
  },
  {
    name: "whole numbers only",
    apply: (schema) => {
      const { min, max } = rangeOf(schema);
      return when(isNumeric(schema) && schema["type"] === "number" && min < max, () => ({
        ...schema,
        type: "integer",
      }));
    },
  },
  {
    name: "no empty list",
    apply: (schema) =>
      when(isPlain(schema, "array", ["minItems", "contains"]), () => ({ ...schema, minItems: 1 })),
  },
  {
    name: "an empty list only",
    apply: (schema) =>
      when(
        isPlain(schema, "array", ["maxItems", "minItems", "uniqueItems", "contains"]) &&
          schema["items"] !== false,
        () => ({ ...schema, maxItems: 0 }),
      ),
  },
  {
    name: "null taken off the alternatives",
    apply: (schema) => {
      const { anyOf } = schema;
      if (!isJsonArray(anyOf) || besideAnyOf.some((each) => Object.hasOwn(schema, each))) {
        return undefined;
      }
      const others = anyOf.filter((each) => !isNull(each));
      const areSimple = others.every((each) => typeof typeIn(each) === "string");
      return when(others.length === anyOf.length - 1 && others.length > 0 && areSimple, () => ({
        ...without(schema, "default"),
        anyOf: others,
      }));
    },
  },
];
