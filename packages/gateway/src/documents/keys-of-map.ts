import { type Document, isMap, isScalar, isSeq, type Pair, visit, type YAMLMap } from "yaml";

// The library finds a key by looking at all of them, and keys given twice by comparing each with each other:
// minutes for a text of a megabyte.

/** Every key that a map has already. */
export function repeatedKeys(document: Document): readonly unknown[] {
  const repeated: unknown[] = [];
  visit(document, {
    Map: (_, map) => {
      const first = pairsByName(map);
      const others = map.items.filter((pair) => first.get(nameOf(pair)) !== pair);
      repeated.push(...others.map(({ key }) => key));
    },
  });
  return repeated;
}

/** What stands under a name or a number, and the key that says so. */
interface Child {
  readonly key?: unknown;
  readonly value?: unknown;
}

/** Finds what stands under a key, the first where it is given twice. */
export function createFindChild(): (node: unknown, step: string | number) => Child {
  const known = new WeakMap<YAMLMap, ReadonlyMap<unknown, Pair>>();
  return (node, step) => {
    if (isSeq(node)) return { value: node.items[Number(step)] };
    if (!isMap(node)) return {};
    const pairs = known.get(node) ?? pairsByName(node);
    known.set(node, pairs);
    return pairs.get(String(step)) ?? {};
  };
}

function pairsByName({ items }: YAMLMap): ReadonlyMap<unknown, Pair> {
  return new Map(items.toReversed().map((pair) => [nameOf(pair), pair]));
}

/** A key that is no word is nobody's but its own. */
function nameOf({ key }: Pair): unknown {
  return isScalar(key) ? String(key.value) : key;
}
