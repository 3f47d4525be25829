import { z } from "zod";
import type { Path } from "./wording.ts";

/** Unwraps a schema: defaults, optionality, conversion, and short forms of a map. */
export function bare(schema: unknown): unknown {
  const inner = unwrapped(schema);
  return inner instanceof z.ZodUnion ? (mapOf(inner) ?? inner) : inner;
}

function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return unwrapped(schema.unwrap());
  }
  return schema;
}

/** Returns the only map among the forms of a value. */
function mapOf({ options }: z.ZodUnion): unknown {
  const maps = options.map(bare).filter((option) => option instanceof z.ZodObject);
  return maps.length === 1 ? maps[0] : undefined;
}

/** Returns the keys that a map may have. Undefined for an open map or any other schema. */
export function keysOf(schema: unknown): readonly string[] | undefined {
  const map = bare(schema);
  return map instanceof z.ZodObject ? Object.keys(map.shape) : undefined;
}

/** Returns the schema under a key, or undefined if there is none. */
export function childOf(schema: unknown, key: string | number): unknown {
  const holder = bare(schema);
  if (holder instanceof z.ZodObject) {
    return Object.hasOwn(holder.shape, key) ? holder.shape[key] : undefined;
  }
  if (holder instanceof z.ZodArray) return holder.element;
  return holder instanceof z.ZodRecord ? holder.valueType : undefined;
}

export function schemaAt(schema: unknown, path: Path): unknown {
  return path.reduce<unknown>((holder, key) => childOf(holder, key), schema);
}
