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

/** An edge, and the places that it passes on its way. */
export interface Way {
  readonly edge: Edge;
  /** Names of nodes, the begin and the end of the edge among them. */
  readonly through: readonly string[];
  readonly isBack: boolean;
}

export interface Layout {
  /** The steps, the begin and the end, and a free place in each layer that an edge passes. */
  readonly nodes: readonly PlacedNode[];
  readonly ways: readonly Way[];
  readonly layers: number;
  /** The most nodes in a layer. */
  readonly width: number;
}

/** Each node stands below all that lead to it. Edges that close a loop are left out of that. */
export function layersOf(steps: readonly string[], edges: readonly Edge[]): Layout {
  const names = [begin, ...steps, end];
  const closing = loopsIn(Map.groupBy(edges, ({ from }) => from));
  const forward = edges.filter((edge) => !closing.has(edge));
  const depth = depthsIn(names, forward);
  const last = Math.max(...names.map((name) => (name === end ? 0 : (depth.get(name) ?? 0)))) + 1;
  depth.set(end, last);
  const ways = edges.map((edge) => wayOf(edge, depth, closing.has(edge)));
  const passed = ways.flatMap(({ through }) => through.filter((name) => !depth.has(name)));
  for (const { through, edge } of ways) {
    const top = depth.get(edge.from) ?? 0;
    for (const [index, name] of through.entries()) {
      if (!depth.has(name)) depth.set(name, top + index);
    }
  }
  const rows = Map.groupBy([...names, ...passed], (name) => depth.get(name) ?? 0);
  const nodes = [...rows].flatMap(([layer, row]) =>
    belowTheirs(row, ways).map((name, at) => ({ name, layer, at })),
  );
  const width = Math.max(...[...rows.values()].map((row) => row.length));
  return { nodes, ways, layers: last + 1, width };
}

/** An edge over several layers passes a free place in each of them. */
function wayOf(edge: Edge, depth: ReadonlyMap<string, number>, isBack: boolean): Way {
  const { from, to } = edge;
  const between = isBack ? 0 : (depth.get(to) ?? 0) - (depth.get(from) ?? 0) - 1;
  const places = Array.from({ length: between }, (_, index) => `${from} ${to} ${index}`);
  return { edge, through: [from, ...places, to], isBack };
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

/** Keeps nodes below those that lead to them, in the order of the first of these. */
function belowTheirs(row: readonly string[], ways: readonly Way[]): readonly string[] {
  const first = (name: string): number =>
    ways.findIndex(({ through, isBack }) => !isBack && through.indexOf(name) > 0);
  return row.toSorted((one, other) => first(one) - first(other));
}
