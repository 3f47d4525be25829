import { directSubschemas, type JsonSchema, type SchemaPlace } from "@toolcourt/sdk";
import type { Remark } from "@toolcourt/sdk/rules";
import { bytesOf, isDeeperThan } from "../measure.ts";
import { defineMeasure } from "./check.ts";

export const depth = defineMeasure({
  id: "schema/depth",
  summary: "Limit how deep schemas and the values in them nest",
  why: `Compilers and validators recurse. Thousands of levels overflow their stack, and no model fills in
an argument that lies thirty levels down.`,
  good: [{ input: nested(10) }],
  bad: [{ input: nested(40) }, { input: { type: "object", default: list(200) } }],

  *inspect(schema, { maxBytes, maxDepth, maxNesting }) {
    // An oversized schema is refused for its size. Measuring its depth too would take long.
    if (bytesOf(schema, maxBytes) > maxBytes) return;
    const tooDeep = firstBelow(schema, maxDepth);
    if (tooDeep !== undefined) {
      yield { ...tooDeep, message: `Nest at most ${maxDepth} schemas inside one another.` };
    } else if (isDeeperThan(schema, maxNesting)) {
      yield { pointer: "", message: `Nest at most ${maxNesting} values inside one another.` };
    }
  },
});

/** Returns the position of the first schema nested in more than `levels` schemas. */
function firstBelow(root: JsonSchema, levels: number): Pick<Remark, "pointer"> | undefined {
  let level: SchemaPlace[] = [{ schema: root, pointer: "" }];
  for (let above = 0; above < levels && level.length > 0; above += 1) {
    level = level.flatMap(directSubschemas);
  }
  const first = level.flatMap(directSubschemas)[0];
  return first === undefined ? undefined : { pointer: first.pointer };
}

function nested(levels: number): JsonSchema {
  let schema: JsonSchema = { type: "string" };
  for (let i = 0; i < levels; i += 1) schema = { type: "object", properties: { in: schema } };
  return schema;
}

function list(levels: number): readonly [] {
  let value: readonly unknown[] = [];
  for (let i = 0; i < levels; i += 1) value = [value];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing but empty arrays inside one another
  return value as readonly [];
}
