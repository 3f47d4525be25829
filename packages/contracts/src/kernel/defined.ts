/** Returns the object without the keys whose value is undefined: a merge must not erase a default. */
export function defined<T extends object>(value: T): T {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only keys that may be undefined go
  return Object.fromEntries(entries) as T;
}
