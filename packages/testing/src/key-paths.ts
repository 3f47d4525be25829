import { childOf, keysOf } from "@toolcourt/contracts/internal/documents/keys";

/** Yields the path of every key that holds a value. List entries count as one. */
export function* keyPaths(schema: unknown, path: string): Generator<string> {
  const inList = childOf(schema, 0);
  const holder = keysOf(schema) === undefined ? inList : schema;
  const keys = keysOf(holder);
  if (keys === undefined) yield path;
  for (const key of keys ?? []) yield* keyPaths(childOf(holder, key), `${path}.${key}`);
}
