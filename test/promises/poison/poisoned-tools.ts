import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import { reading } from "../../gate/tools.ts";

/** Parts of a tool that can hide a text. */
export const carriers = [
  "description",
  "title",
  "input",
  "property name",
  "enum",
  "default",
  "comment",
  "output",
  "annotations",
  "_meta",
  "unknown field",
] as const;
export type Carrier = (typeof carriers)[number];

/** Returns a harmless tool with a text in one of its parts. */
export function poisonedTool(name: string, carrier: Carrier, text: string): JsonObject {
  const tool = reading(name);
  const city = { type: "string", description: "Name of the city", maxLength: 100 };
  const said: Readonly<Record<Carrier, JsonObject>> = {
    description: { description: text },
    title: { title: text },
    input: inputOf({ city: { ...city, description: text } }),
    "property name": inputOf({ city, [text.slice(0, 60)]: { ...city } }),
    enum: inputOf({ city: { ...city, enum: ["Geneva", text] } }),
    default: inputOf({ city: { ...city, default: text } }),
    comment: inputOf({ city: { ...city, $comment: text } }),
    output: { outputSchema: { type: "object", description: text } },
    annotations: { annotations: { readOnlyHint: true, title: text } },
    _meta: { _meta: { ...metaOf(tool), "x.example/note": text } },
    "unknown field": { "x-note": text },
  };
  return { ...tool, ...said[carrier] };
}

function inputOf(properties: JsonObject): JsonObject {
  const required = ["city"];
  return { inputSchema: { type: "object", properties, required, additionalProperties: false } };
}

function metaOf({ _meta: meta }: JsonObject): JsonObject {
  return isJsonObject(meta) ? { ...meta } : {};
}
