import { isJsonArray, type JsonSchema, own } from "@toolcourt/sdk";
import { below, type Codec, type Scope, same } from "./codec.ts";
import { describe } from "./wording.ts";

/** Projects a list with items of one kind. */
export function array(schema: JsonSchema, scope: Scope): Codec {
  const items = scope.compile(own(schema, "items"), below(scope));
  const { isSame, hasText } = items;
  return {
    schema: { type: "array", ...describe(schema), items: items.schema },
    shows: new Set(["array"]),
    takes: new Set(["array"]),
    isSame,
    hasText,
    project: isSame ? same : (value) => (isJsonArray(value) ? value.map(items.project) : value),
    restore: isSame ? same : (value) => (isJsonArray(value) ? value.map(items.restore) : value),
  };
}
