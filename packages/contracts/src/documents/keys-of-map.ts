import { type Document, isMap, isScalar, isSeq, type Pair, visit, type YAMLMap } from "yaml";

// The library searches keys linearly and finds duplicates pairwise, which takes minutes for a
// megabyte.

/** Returns every duplicate key. */
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

/** A node under a name or an index, with its key. */
interface Child {
  readonly key?: unknown;
  readonly value?: unknown;
}

/** Returns a function that finds the node under a key, the first one if duplicated. */
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

/** A non-scalar key equals only itself. */
function nameOf({ key }: Pair): unknown {
  return isScalar(key) ? String(key.value) : key;
}
