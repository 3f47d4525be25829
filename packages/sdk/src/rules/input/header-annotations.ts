import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "../../contract/json.ts";
import { pointerToken } from "../../contract/pointer.ts";
import { type SchemaPlace, subschemas } from "../../contract/walk.ts";
import { hostFilled } from "../host-filled-names.ts";
import { defineRule, everywhere, type Remark } from "../rule.ts";
import { typesOf } from "../schema-shape.ts";

const keyword = "x-mcp-header";
const named = (header: JsonValue, type = "string"): JsonObject => ({ type, [keyword]: header });
const object = (properties: JsonObject): JsonSchema => ({ type: "object", properties });

export const inputHeaderAnnotations = defineRule({
  id: "input/header-annotations",
  severity: everywhere("error"),
  requirements: [],
  summary: "Require sound `x-mcp-header` annotations",
  why: `The annotation copies an argument into an HTTP header. The protocol excludes a
tool whose annotations are not sound. A line break would smuggle a header in. Two equal names would
leave it open which argument counts. A secret would be written into every access log on the way.`,
  good: [
    {
      input: object({ region: named("Region"), where: object({ zone: named("Zone", "integer") }) }),
    },
  ],
  bad: [
    { input: object({ a: named("A\r\nX: y") }) },
    { input: object({ a: named("R"), b: named("r") }) },
    { input: { type: "object", anyOf: [object({ a: named("R") })] } },
    { input: object({ a: named("R", "array") }) },
    { input: object({ api_key: named("Key") }) },
  ],

  *check({ input }) {
    const places = [...subschemas(input)].filter(({ schema }) => Object.hasOwn(schema, keyword));
    const reachable = new Map(parameters(input).map(({ pointer, name }) => [pointer, name]));
    const taken = new Set<string>();
    for (const place of places) {
      const message = flawOf(place, reachable.get(place.pointer), taken);
      if (message !== undefined) yield remark(place, message);
    }
  },
});

function remark({ pointer }: SchemaPlace, message: string): Remark {
  return { pointer: `/input${pointer}${pointerToken(keyword)}`, message };
}

// RFC 9110: the characters of a header name.
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
const carried = new Set(["string", "integer", "boolean"]);

function flawOf(
  { schema }: SchemaPlace,
  name: string | undefined,
  taken: Set<string>,
): string | undefined {
  const header = own(schema, keyword);
  if (typeof header !== "string" || !token.test(header)) {
    return "Use letters, digits and dashes for the name of the header.";
  }
  if (name === undefined) return "Annotate only parameters that are reached through `properties`.";
  if (!isCarried(schema)) return "Annotate only strings, integers and booleans.";
  if (hostFilled(name, schema) === "secret") return "Take the annotation off this secret.";
  if (taken.has(header.toLowerCase())) return "Give every annotated parameter a header of its own.";
  taken.add(header.toLowerCase());
  return undefined;
}

function isCarried(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  return types.length === 1 && types.every((type) => carried.has(type));
}

/**
 * Returns the parameters that every call may have: those not behind a branch, list or reference.
 */
function parameters(root: JsonSchema): readonly { name: string; pointer: string }[] {
  const found = [{ name: "", pointer: "", schema: root }];
  for (const { pointer, schema } of found) {
    const properties = own(schema, "properties");
    if (!isJsonObject(properties)) continue;
    for (const [name, value] of Object.entries(properties)) {
      if (isJsonObject(value))
        found.push({ name, pointer: `${pointer}/properties${pointerToken(name)}`, schema: value });
    }
  }
  return found.slice(1);
}
