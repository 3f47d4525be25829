import type { JsonValue } from "@toolcourt/sdk";

/** Returns JSON texts designed to be expensive, each at most `bytes`. */
export function hostileValues(bytes: number): Readonly<Record<string, string>> {
  return {
    "arrays in arrays": nested(["[", "]"], bytes),
    "objects in objects": nested(['{"a":', "}"], bytes),
    "arrays that never end": "[".repeat(bytes),
    "many keys": `{${filled(bytes, (index) => `"k${index}":1`)}}`,
    "one key again and again": `{${filled(bytes, () => '"k":1')}}`,
    "reserved keys": `{${filled(bytes, () => '"__proto__":{}')}}`,
    "empty objects": `[${filled(bytes, () => "{}")}]`,
    "empty arrays": `[${filled(bytes, () => "[]")}]`,
    numbers: `[${filled(bytes, () => "1")}]`,
    "long numbers": `[${filled(bytes, () => "1.2345678901234567e-300")}]`,
    "whole numbers that a double just holds": `[${filled(bytes, () => "9007199254740991")}]`,
    "one long number": "9".repeat(bytes),
    "one long text": `"${"a".repeat(bytes - 2)}"`,
    "one escaped text": `"${"\\u0041".repeat(Math.floor((bytes - 2) / 6))}"`,
    "hidden characters": `"${"\u200b".repeat(Math.floor((bytes - 2) / 3))}"`,
    "half surrogates": `"${"\\ud800".repeat(Math.floor((bytes - 2) / 6))}"`,
    "many texts": `[${filled(bytes, () => '"a"')}]`,
    "secrets that are none": `"${"-----BEGIN PRIVATE KEY----- ".repeat(Math.floor(bytes / 28))}"`,
    "a page of blanks": " ".repeat(bytes),
    "a text that never ends": `"${"a".repeat(bytes - 1)}`,
    backslashes: `"${"\\\\".repeat(Math.floor((bytes - 2) / 2))}"`,
  };
}

function nested([before, after]: readonly [string, string], bytes: number): string {
  const levels = Math.floor((bytes - 1) / (before.length + after.length));
  return `${before.repeat(levels)}1${after.repeat(levels)}`;
}

function filled(bytes: number, item: (index: number) => string): string {
  const items: string[] = [];
  for (let size = 2, index = 0; ; index += 1) {
    const next = item(index);
    size += next.length + 1;
    if (size > bytes) return items.join(",");
    items.push(next);
  }
}

/** Returns the same as values, if they are valid JSON. */
export function hostileJson(bytes: number): Readonly<Record<string, JsonValue>> {
  const rows = Array.from({ length: Math.floor(bytes / 12) }, (_, index) => ({ a: index }));
  return {
    "objects that are all different": rows,
    "numbers that are all different": rows.map(({ a }) => a),
    "long texts that begin alike": rows
      .slice(0, 100)
      .map(({ a }) => `${"a".repeat(Math.floor(bytes / 110))}${a}`),
    "an almost matching text": [`${"a".repeat(bytes - 100)}!`],
  };
}

/** Returns values with as many keys and values as a message may have, filled up to `bytes`. */
export function valuesAtLimits(bytes: number): Readonly<Record<string, string>> {
  const list = (count: number, item: (index: number) => string): string => {
    const items = Array.from({ length: count }, (_, index) => item(index)).join(",");
    return `[${items},"${"a".repeat(bytes - items.length - 10)}"]`;
  };
  const keys = Array.from({ length: 49_900 }, (_, index) => `"k${index}":1`).join(",");
  return {
    "the most keys": `{${keys},"pad":"${"a".repeat(bytes - keys.length - 20)}"}`,
    "the most objects": list(49_900, (index) => `{"a":${index}}`),
    "the most numbers": list(249_900, String),
    "the most texts": list(249_900, (index) => `"a${index % 9}"`),
    "the most empty objects": list(124_900, () => "{}"),
    "texts that look like keys": list(
      40_000,
      (index) => `"k${index}${"-".repeat(bytes / 50_000)}"`,
    ),
    "the deepest value": `${"[".repeat(58)}${list(249_800, () => "1")}${"]".repeat(58)}`,
  };
}
