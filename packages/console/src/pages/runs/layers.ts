import type { Edge } from "./shapes.ts";

export const begin = "__start__";
export const end = "__end__";

/** A node of the drawing, at its place in a grid. */
export interface PlacedNode {
  readonly name: string;
  readonly layer: number;
  /** Its place within the layer, from the left. */
  readonly at: number;
}

export interface Layout {
  readonly nodes: readonly PlacedNode[];
  readonly layers: number;
  /** The most nodes in a layer. */
  readonly width: number;
}

/** Each node stands below all that lead to it. Edges that close a loop are left out of that. */
export function layersOf(steps: readonly string[], edges: readonly Edge[]): Layout {
  const names = [begin, ...steps, end];
  const targets = Map.groupBy(edges, ({ from }) => from);
  const closing = loopsIn(targets);
  const forward = edges.filter((edge) => !closing.has(edge));
  const depth = depthsIn(names, forward);
  const last = Math.max(...names.map((name) => (name === end ? 0 : (depth.get(name) ?? 0)))) + 1;
  depth.set(end, last);
  const rows = Map.groupBy(names, (name) => depth.get(name) ?? 0);
  const nodes = [...rows].flatMap(([layer, row]) =>
    byMiddle(row, { depth, forward }).map((name, at) => ({ name, layer, at })),
  );
  const width = Math.max(...[...rows.values()].map((row) => row.length));
  return { nodes, layers: last + 1, width };
}

/** Finds the edges that lead back to a node on the way to them. */
function loopsIn(targets: ReadonlyMap<string, readonly Edge[]>): ReadonlySet<Edge> {
  const closing = new Set<Edge>();
  const done = new Set<string>();
  const visit = (name: string, above: ReadonlySet<string>): void => {
    if (done.has(name)) return;
    const on = new Set([...above, name]);
    for (const edge of targets.get(name) ?? []) {
      if (on.has(edge.to)) closing.add(edge);
      else visit(edge.to, on);
    }
    done.add(name);
  };
  visit(begin, new Set());
  return closing;
}

/** Returns the longest way from the begin to each node. The edges have no loop. */
function depthsIn(names: readonly string[], forward: readonly Edge[]): Map<string, number> {
  const depth = new Map<string, number>(names.map((name) => [name, 0]));
  for (let round = 0; round < names.length; round += 1) {
    for (const { from, to } of forward) {
      depth.set(to, Math.max(depth.get(to) ?? 0, (depth.get(from) ?? 0) + 1));
    }
  }
  return depth;
}

interface Order {
  readonly depth: ReadonlyMap<string, number>;
  readonly forward: readonly Edge[];
}

/** Keeps nodes below those that lead to them, in the order of the first of these. */
function byMiddle(row: readonly string[], { forward }: Order): readonly string[] {
  const first = (name: string): number => forward.findIndex(({ to }) => to === name);
  return row.toSorted((one, other) => first(one) - first(other));
}
