import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { isJsonArray, isJsonObject } from "../../../packages/sdk/src/contract/json.ts";
import { closed, type Exhibit, success } from "../server.ts";

const person = closed(
  {
    name: { type: "string", minLength: 1, maxLength: 60, description: "What they are called" },
    children: { type: "array", items: { $ref: "#/$defs/person" }, maxItems: 5 },
  },
  ["name"],
);
const $defs = { person };

/** Uses a recursive schema in the input and in the output. */
export const familyTree: Exhibit = {
  start: () => [
    {
      name: "sort-family",
      description: "Sorts the children of everybody by name. Returns the family and its size.",
      input: { ...closed({ root: { $ref: "#/$defs/person" } }), $defs },
      output: {
        ...closed({ root: { $ref: "#/$defs/person" }, size: { type: "integer", minimum: 1 } }),
        $defs,
      },
      run: ({ root = {} }) => success({ root: sorted(root), size: sizeOf(root) }),
    },
  ],
};

function childrenOf(value: JsonValue): readonly JsonValue[] {
  const children = isJsonObject(value) ? value["children"] : undefined;
  return isJsonArray(children) ? children : [];
}

function sizeOf(value: JsonValue): number {
  return childrenOf(value).reduce((sum: number, child) => sum + sizeOf(child), 1);
}

function sorted(value: JsonValue): JsonObject {
  const children = childrenOf(value).map(sorted);
  return { ...(isJsonObject(value) ? value : {}), children: children.toSorted(byName) };
}

function byName(a: JsonObject, b: JsonObject): number {
  return JSON.stringify(a["name"]).localeCompare(JSON.stringify(b["name"]));
}
