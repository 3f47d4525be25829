import { digestOf } from "@toolcourt/sdk";

export interface Named {
  /** What the author calls the operation, or its method and path. */
  readonly wish: string;
  readonly pointer: string;
}

const longest = 64;
const suffixLength = 9;

/**
 * A name for each operation, by its pointer: legal everywhere, and no two the same in any spelling. Who
 * must share gets a sign made of the pointer, so that names do not depend on the order of the document.
 */
export function draftNames(operations: readonly Named[]): ReadonlyMap<string, string> {
  const sharers = new Map<string, Named[]>();
  for (const operation of operations) {
    const key = legalName(operation.wish).toLowerCase();
    const others = sharers.get(key);
    if (others === undefined) sharers.set(key, [operation]);
    else others.push(operation);
  }
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [key, [first, ...others]] of sharers) {
    if (first === undefined || others.length > 0) continue;
    names.set(first.pointer, legalName(first.wish));
    taken.add(key);
  }
  for (const operation of [...sharers.values()].filter((each) => each.length > 1).flat()) {
    const name = freeName(operation, taken);
    taken.add(name.toLowerCase());
    names.set(operation.pointer, name);
  }
  return names;
}

/** Letters, digits, dashes and underscores, as every large provider takes them. */
function legalName(wish: string): string {
  // Cut before anything is looked for, because a name may be as long as the document.
  const legal = wish
    .slice(0, 4 * longest)
    .replaceAll(/[^\w-]+/g, "_")
    .replaceAll(/_{2,}/g, "_")
    .replaceAll(/^[_-]+|[_-]+$/g, "");
  return legal.slice(0, longest) || "operation";
}

// An author who wants to can take the sign of another operation beforehand; then a number tells them apart.
function freeName({ wish, pointer }: Named, taken: ReadonlySet<string>): string {
  const base = legalName(wish).slice(0, longest - suffixLength - 8);
  const signed = `${base}_${digestOf(pointer).slice(7, 15)}`;
  let name = signed;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${signed}_${number}`;
  return name;
}
