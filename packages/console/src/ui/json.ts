/** A JSON value as `JSON.parse` makes it. */
export type Json = string | number | boolean | null | readonly Json[] | JsonMembers;
export interface JsonMembers {
  readonly [key: string]: Json;
}

export function parseJson(text: string): Json {
  // oxlint-disable-next-line typescript/no-unsafe-return -- `any` is what the standard library calls JSON
  return JSON.parse(text);
}

/** Returns the parts of a value in canonical order: names sorted by their UTF-16 units. */
export function partsOf(value: Json): readonly (readonly [name: string, part: Json])[] {
  if (value === null || typeof value !== "object") return [];
  if (isList(value)) return value.map((part, index) => [String(index), part] as const);
  return Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** A value too long to grasp at a glance. The command has the same bound. */
export const longValue = 500;

export function isLong(value: Json): value is string {
  return typeof value === "string" && value.length > longValue;
}

/** Returns the JSON Pointer of a part. */
export function pointerTo(at: string, name: string): string {
  return `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Returns the pointers of all long values. */
export function longValuesIn(value: Json, at: string): readonly string[] {
  if (isLong(value)) return [at];
  return partsOf(value).flatMap(([name, part]) => longValuesIn(part, pointerTo(at, name)));
}
