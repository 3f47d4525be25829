import { keysOf } from "@toolcourt/contracts/internal/documents/keys";
import { type Path, pathText } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonArray, isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { z } from "zod";

/** The entry of a list that the beginning of some segments names. */
export type NamedEntry =
  | {
      readonly kind: "entry";
      readonly index: number;
      /** How many segments the name took: it may contain two underscores. */
      readonly taken: number;
      /** The segment that names the entry, if it was found by its number. Default: none. */
      readonly better?: string | undefined;
    }
  | { readonly kind: "refused"; readonly message: string };

interface List {
  readonly schema: z.ZodArray;
  readonly value: JsonValue | undefined;
  readonly path: Path;
}

/** Finds an entry by its exact name, then by its name in the form of variables, then by number. */
export function namedEntry(list: List, segments: readonly string[]): NamedEntry {
  const names = namesIn(list);
  const named = byName(names, segments);
  if (named !== undefined) return named.length === 1 ? firstOf(named) : ambiguous(list);
  const length = isJsonArray(list.value) ? list.value.length : 0;
  const [segment = ""] = segments;
  if (isIndex(segment, length)) {
    const index = Number(segment);
    return { kind: "entry", index, taken: 1, better: segmentFor(names, index) };
  }
  const what = keysOf(list.schema.element)?.includes("name") ? "name or number" : "number";
  const message = `Expected the ${what} of an entry of ${pathText(list.path)}, which has ${length}.`;
  return { kind: "refused", message };
}

interface Match {
  readonly index: number;
  readonly taken: number;
}

function byName(names: Names, segments: readonly string[]): readonly Match[] | undefined {
  for (const form of [(text: string) => text, spoken]) {
    const found = segments.flatMap((_, last) => {
      const said = form(segments.slice(0, last + 1).join("__"));
      return [...names]
        .filter(([, name]) => form(name) === said)
        .map(([index]) => ({ index, taken: last + 1 }));
    });
    // `a__b` is also an entry `a` with a key `b`. The longer name is meant.
    const longest = found.at(-1)?.taken;
    if (longest !== undefined) return found.filter(({ taken }) => taken === longest);
  }
  return undefined;
}

function firstOf([match]: readonly Match[]): NamedEntry {
  if (match === undefined) throw new TypeError("no entry was found");
  return { kind: "entry", ...match };
}

function ambiguous({ path }: List): NamedEntry {
  const message = `Several entries of ${pathText(path)} have this name; give the number of one.`;
  return { kind: "refused", message };
}

/** The names of entries, by position. */
type Names = ReadonlyMap<number, string>;

function namesIn({ value }: List): Names {
  const named = (isJsonArray(value) ? value : []).flatMap((each, index) => {
    const name = isJsonObject(each) ? own(each, "name") : undefined;
    return typeof name === "string" ? [[index, name] as const] : [];
  });
  return new Map(named);
}

/** Returns the segment that names an entry, or undefined if it would mean another one too. */
export function segmentFor(names: Names, index: number): string | undefined {
  const name = names.get(index);
  if (name === undefined) return undefined;
  const segment = /^\w+$/.test(name) ? name : spoken(name);
  const found = byName(names, segment.split("__"));
  return found?.length === 1 && found[0]?.index === index ? segment : undefined;
}

function isIndex(segment: string, length: number): boolean {
  return /^\d{1,6}$/.test(segment) && Number(segment) < length;
}

/** Converts a key or name to the form used in variable names. */
export function spoken(key: string): string {
  return key.toUpperCase().replaceAll(/[^A-Z0-9_]/g, "_");
}
