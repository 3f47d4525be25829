import { isJsonArray, isJsonObject, type JsonValue } from "@toolcourt/sdk";

/** Objects whose keys are chosen by users. Their keys are data. */
const maps: ReadonlySet<string> = new Set(["tags"]);

export function isMap(key: string): boolean {
  return maps.has(key);
}

/** Returns the paths of all keys. Items of a list share their paths. */
function keySetOf(value: JsonValue | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (each: JsonValue, path: string): void => {
    if (isJsonArray(each)) for (const item of each) walk(item, `${path}[]`);
    else if (isJsonObject(each)) {
      for (const [key, member] of Object.entries(each)) {
        const at = path === "" ? key : `${path}.${key}`;
        found.add(at);
        if (!isMap(key)) walk(member, at);
      }
    }
  };
  if (value !== undefined) walk(value, "");
  return found;
}

export interface Difference {
  /** Keys that only the live answer has. */
  readonly added: readonly string[];
  /** Keys that only the fixture has. */
  readonly missing: readonly string[];
}

/** Whether there is a next page says nothing about the shape. */
const ofPaging = /(?:^|\.)(?:nextLink|@odata\.nextLink|\$skipToken)$/;

/** Compares the keys of a live answer with those of the fixture. */
export function compareKeys(
  live: JsonValue | undefined,
  fixture: JsonValue | undefined,
): Difference {
  const [ofLive, ofFixture] = [keySetOf(live), keySetOf(fixture)];
  // An empty list has no items that could lack a key.
  const isComparable = (key: string): boolean => {
    const items = key.slice(0, key.lastIndexOf("[]") + 2);
    return !key.includes("[]") || [...ofLive].some((each) => each.startsWith(items));
  };
  return {
    added: outermost(ofLive.difference(ofFixture)),
    missing: outermost(ofFixture.difference(ofLive)).filter(isComparable),
  };
}

/** Leaves out keys of paging, and what lies below a key that is listed. */
function outermost(keys: ReadonlySet<string>): readonly string[] {
  const isBelow = (key: string): boolean =>
    [...keys].some((other) => key.startsWith(`${other}.`) || key.startsWith(`${other}[]`));
  return [...keys].filter((key) => !isBelow(key) && !ofPaging.test(key)).toSorted();
}
