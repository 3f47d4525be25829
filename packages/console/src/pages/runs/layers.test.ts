import { describe, expect, it } from "vitest";
import { begin, end, layersOf } from "./layers.ts";
import type { Edge } from "./shapes.ts";

function edge(from: string, to: string): Edge {
  return { from, to, kind: "always" };
}

/** Of steps, the begin and the end alone. */
function layers(steps: readonly string[], edges: readonly Edge[]) {
  const nodes = layersOf(steps, edges).nodes.filter(({ name }) => !name.includes(" "));
  return Object.fromEntries(nodes.map(({ name, layer }) => [name, layer]));
}

describe("layersOf", () => {
  it("puts each step below all that lead to it", () => {
    const edges = [
      edge(begin, "a"),
      edge("a", "b"),
      edge("a", "c"),
      edge("b", "c"),
      edge("c", end),
    ];

    expect(layers(["a", "b", "c"], edges)).toEqual({ [begin]: 0, a: 1, b: 2, c: 3, [end]: 4 });
  });

  it("puts parallel steps beside each other", () => {
    const edges = [
      edge(begin, "a"),
      edge(begin, "b"),
      edge("a", "c"),
      edge("b", "c"),
      edge("c", end),
    ];
    const { nodes, width } = layersOf(["a", "b", "c"], edges);

    expect(width).toBe(2);
    expect(nodes.filter(({ layer }) => layer === 1)).toEqual([
      { name: "a", layer: 1, at: 0 },
      { name: "b", layer: 1, at: 1 },
    ]);
  });

  it("is not led round by a loop", () => {
    const edges = [edge(begin, "a"), edge("a", "b"), edge("b", "a"), edge("b", end)];

    expect(layers(["a", "b"], edges)).toEqual({ [begin]: 0, a: 1, b: 2, [end]: 3 });
  });

  it("has a place for a step that leads to itself, and the end last", () => {
    const edges = [
      edge(begin, "a"),
      edge("a", "a"),
      edge("a", end),
      edge("a", "b"),
      edge("b", end),
    ];

    expect(layers(["a", "b"], edges)).toEqual({ [begin]: 0, a: 1, b: 2, [end]: 3 });
  });

  it("leads an edge over several layers past the boxes between", () => {
    const edges = [edge(begin, "a"), edge("a", "b"), edge("b", end), edge("a", end)];
    const { ways, nodes, width } = layersOf(["a", "b"], edges);
    const [place = ""] = ways[3]?.through.slice(1, -1) ?? [];

    expect(ways.map(({ through }) => through.length)).toEqual([2, 2, 2, 3]);
    expect(nodes.find(({ name }) => name === place)).toMatchObject({ layer: 2, at: 1 });
    expect(width).toBe(2);
  });

  it("knows which edges lead back", () => {
    const edges = [edge(begin, "a"), edge("a", "b"), edge("b", "a"), edge("b", end)];

    expect(layersOf(["a", "b"], edges).ways.map(({ isBack }) => isBack)).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });
});
