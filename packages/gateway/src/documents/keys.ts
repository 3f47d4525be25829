import { z } from "zod";
import type { Path } from "./wording.ts";

/** A schema without what wraps it: defaults, absence, conversion. */
export function bare(schema: unknown): unknown {
  if (schema instanceof z.ZodPipe) return bare(schema.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return bare(schema.unwrap());
  }
  return schema;
}

/** The keys that a map may have, or undefined when that is open or it is no map. */
export function keysOf(schema: unknown): readonly string[] | undefined {
  const map = bare(schema);
  return map instanceof z.ZodObject ? Object.keys(map.shape) : undefined;
}

/** What stands below a key, or undefined when nothing may. */
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
