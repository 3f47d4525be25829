/** Returns the words of a list that is written as one text. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/**
 * Returns the words of a name in lower case: `apiKey`, `API_KEY`, `api-key` and `APIKey` all give
 * api, key.
 */
export function wordParts(name: string): readonly string[] {
  return name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
