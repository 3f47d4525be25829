import type { JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { type LeafDifference, leafDifferences } from "./leaf-differences.ts";

describe("leafDifferences", () => {
  it.each<[string, JsonValue, JsonValue, readonly LeafDifference[]]>([
    ["nowhere", { a: [1], b: {} }, { b: {}, a: [1] }, []],
    ["in a text", { a: { b: "x" } }, { a: { b: "y" } }, [{ pointer: "/a/b", was: "x", now: "y" }]],
    ["in what is new", {}, { "a/b": 1 }, [{ pointer: "/a~1b", now: 1 }]],
    ["in what is gone", { a: null }, {}, [{ pointer: "/a", was: null }]],
    ["in a list of words", ["a"], ["a", "b"], [{ pointer: "", was: ["a"], now: ["a", "b"] }]],
    ["in a list of objects", [{ a: 1 }], [{ a: 2 }], [{ pointer: "/0/a", was: 1, now: 2 }]],
    ["in kind", { a: [] }, { a: {} }, [{ pointer: "/a", was: [], now: {} }]],
  ])("%s", (_, ...[was, now, differences]) => {
    expect([...leafDifferences(was, now)]).toEqual(differences);
  });
});
