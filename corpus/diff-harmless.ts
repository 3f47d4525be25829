import { isJsonArray, type JsonObject } from "@toolcourt/sdk";
import { type Edit, isClosed, isObject, isPlain, propertiesOf, when } from "./diff-kinds.ts";
import { membersAt, textsAt, without } from "./diff-spots.ts";

const bounds = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern"];

/** None rejects an input that was accepted before, and none admits new free text. */
export const harmlessEdits: readonly Edit[] = [
  {
    name: "other words",
    apply: (schema) => ({ ...schema, description: "Edited words about this." }),
  },
  {
    name: "a title and a comment",
    apply: (schema) => ({ ...schema, title: "Edited", $comment: "Edited" }),
  },
  {
    name: "a new optional member",
    apply: (schema) =>
      when(isClosed(schema) && membersAt(schema).length > 0, () => ({
        ...schema,
        properties: { ...propertiesOf(schema), edited_flag: { type: "boolean" } },
      })),
  },
  {
    name: "a required member becomes optional",
    apply: (schema) => {
      const required = textsAt(schema, "required");
      return when(isObject(schema) && required.length > 0, () => ({
        ...schema,
        required: required.slice(1),
      }));
    },
  },
  {
    name: "members and lists in another order",
    apply: (schema) =>
      when(membersAt(schema).length > 1, () => ({
        ...schema,
        properties: Object.fromEntries(Object.entries(propertiesOf(schema)).toReversed()),
        ...(isJsonArray(schema["required"]) ? { required: schema["required"].toReversed() } : {}),
      })),
  },
  {
    name: "one more value on the list",
    apply: (schema) => {
      const { enum: values } = schema;
      return when(isJsonArray(values) && values.length > 0, () => ({
        ...schema,
        enum: ["edited_value", ...(isJsonArray(values) ? values : [])],
      }));
    },
  },
  {
    name: "no bounds",
    apply: (schema) =>
      when(
        bounds.some((keyword) => Object.hasOwn(schema, keyword)),
        () => without(schema, ...bounds),
      ),
  },
  {
    name: "wider bounds",
    apply: (schema) => {
      const { minimum, maximum, maxLength } = schema;
      const wider: JsonObject = {
        ...(typeof minimum === "number" ? { minimum: minimum - 5 } : {}),
        ...(typeof maximum === "number" ? { maximum: maximum + 5 } : {}),
        ...(typeof maxLength === "number" ? { maxLength: maxLength + 5 } : {}),
      };
      return when(Object.keys(wider).length > 0, () => ({ ...schema, ...wider }));
    },
  },
  {
    name: "all numbers",
    apply: (schema) => when(isPlain(schema, "integer"), () => ({ ...schema, type: "number" })),
  },
  {
    name: "null too",
    apply: (schema, isRoot) => {
      const { type } = schema;
      if (isRoot || typeof type !== "string" || type === "null") return undefined;
      return { ...schema, type: [type, "null"] };
    },
  },
  {
    name: "one more alternative",
    apply: (schema) => {
      const { anyOf } = schema;
      return when(isJsonArray(anyOf), () => ({
        ...schema,
        anyOf: [...(isJsonArray(anyOf) ? anyOf : []), { type: "boolean" }],
      }));
    },
  },
  {
    name: "a default",
    apply: (schema) =>
      when(isPlain(schema, "boolean", ["default"]), () => ({ ...schema, default: false })),
  },
  {
    name: "a limit that was there by another name",
    apply: (schema) => when(isPlain(schema, "boolean"), () => ({ ...schema, enum: [false, true] })),
  },
];
