import { digestOf } from "@toolcourt/sdk";

export interface Named {
  /** The operation's id, or its method and path. */
  readonly wish: string;
  readonly pointer: string;
}

const longest = 64;
const suffixLength = 9;

/**
 * Returns a legal name per operation, by pointer, unique in any case. On a collision a hash of the
 * pointer is appended, so that names do not depend on the document's order.
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

/** Keeps letters, digits, dashes and underscores, which all large providers accept. */
function legalName(wish: string): string {
  // Truncates first, because a name may be as long as the document.
  const legal = wish
    .slice(0, 4 * longest)
    .replaceAll(/[^\w-]+/g, "_")
    .replaceAll(/_{2,}/g, "_")
    .replaceAll(/^[_-]+|[_-]+$/g, "");
  return legal.slice(0, longest) || "operation";
}

// A malicious author can occupy another operation's hash suffix. Then a number is added.
function freeName({ wish, pointer }: Named, taken: ReadonlySet<string>): string {
  const base = legalName(wish).slice(0, longest - suffixLength - 8);
  const signed = `${base}_${digestOf(pointer).slice(7, 15)}`;
  let name = signed;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${signed}_${number}`;
  return name;
}
