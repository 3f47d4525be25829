import type { JsonSchema } from "@toolcourt/sdk";

/** Schemas that attack recursive walkers: very deep, very wide, and with a very long cycle. */
export const hostileSchemas: readonly { readonly name: string; readonly schema: JsonSchema }[] = [
  { name: "100,000 levels", schema: nested(100_000) },
  { name: "100,000 properties", schema: { type: "object", properties: numbered(100_000) } },
  { name: "a circle of 10,000 references", schema: circle(10_000) },
];

function nested(levels: number): JsonSchema {
  let schema: JsonSchema = { type: "string" };
  for (let i = 0; i < levels; i += 1) schema = { items: schema };
  return schema;
}

function numbered(count: number): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { type: "string" }]));
}

function circle(length: number): JsonSchema {
  const $defs = Object.fromEntries(
    Array.from({ length }, (_, i) => [`d${i}`, { $ref: `#/$defs/d${(i + 1) % length}` }]),
  );
  return { $ref: "#/$defs/d0", $defs };
}
