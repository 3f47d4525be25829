import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import type { Path } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

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

export function problem(path: Path, message: string, part: Problem["part"] = "value"): Problem {
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
      yield problem([...path, first], message);
    }
    seen.add(text);
  }
}

/** Returns the toolbox of a file, and its path there. */
export function toolboxOf(file: JsonObject): { readonly path: Path; readonly toolbox: JsonObject } {
  const myai = own(file, "myai");
  const below = myai !== undefined && own(file, "toolbox") === undefined;
  const found = below ? isJsonObject(myai) && own(myai, "toolbox") : own(file, "toolbox");
  return {
    path: below ? ["myai", "toolbox"] : ["toolbox"],
    toolbox: isJsonObject(found) ? found : {},
  };
}

/** Reports whether state is kept in memory, out of reach of other processes. */
export function isInMemory(file: JsonObject): boolean {
  const stores = own(file, "stores");
  return isJsonObject(stores) && own(stores, "url") === "memory:";
}

export function isText(value: JsonValue | undefined): value is string {
  return typeof value === "string";
}
