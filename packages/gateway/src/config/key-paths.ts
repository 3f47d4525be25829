import { childOf, keysOf } from "../documents/keys.ts";

/** The path of every key below a schema that holds a value of its own. Entries of lists count as one. */
export function* keyPaths(schema: unknown, path: string): Generator<string> {
  const inList = childOf(schema, 0);
  const holder = keysOf(schema) === undefined ? inList : schema;
  const keys = keysOf(holder);
  if (keys === undefined) yield path;
  for (const key of keys ?? []) yield* keyPaths(childOf(holder, key), `${path}.${key}`);
}
