import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import type { Path } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonArray, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";

/** An entry of a list in the file. */
export interface Entry {
  readonly path: Path;
  readonly value: JsonObject;
}

/** Returns the valid entries of the list under a key. */
export function entries(parent: JsonObject, path: Path, key: string): readonly Entry[] {
  const list = own(parent, key);
  if (!isJsonArray(list)) return [];
  return list.flatMap((value, index) =>
    isJsonObject(value) ? [{ path: [...path, key, index], value }] : [],
  );
}

export function problem(path: Path, part: Problem["part"], message: string): Problem {
  return { path, part, message };
}

/** Reports entries that equal an earlier one in the texts under `keys`. */
export function* doubles(given: readonly Entry[], keys: readonly string[]): Generator<Problem> {
  const [first = ""] = keys;
  const seen = new Set<string>();
  for (const { path, value } of given) {
    const identity = keys.map((key) => own(value, key));
    if (typeof identity[0] !== "string") continue;
    const text = JSON.stringify(identity);
    if (seen.has(text)) {
      const message = `Another entry has the same ${keys.join(" and ")}.`;
      yield problem([...path, first], "value", message);
    }
    seen.add(text);
  }
}
