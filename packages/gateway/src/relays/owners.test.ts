import { describe, expect, it } from "vitest";
import { type Collision, Owners } from "./owners.ts";
import type { Entry, ListName } from "./read-list.ts";

function setUp() {
  const collisions: Collision[] = [];
  const owners = new Owners((collision) => collisions.push(collision));
  const claim = (list: ListName, server: string, ...keys: readonly string[]): readonly string[] =>
    owners.claim(list, server, keys.map(entry)).map(({ key }) => key);
  return { collisions, claim };
}

function entry(key: string): Entry {
  return { key, listed: { name: key } };
}

describe("Owners", () => {
  it.each(["resources", "templates", "prompts"] as const)(
    "leaves the %s of a server to it, whatever others list later",
    (list) => {
      const { claim, collisions } = setUp();
      claim(list, "one", "a:1");
      expect(claim(list, "two", "a:1", "a:2")).toEqual(["a:2"]);
      // Even while the owner does not list it.
      claim(list, "one");

      expect(claim(list, "two", "a:1", "a:2")).toEqual(["a:2"]);
      expect(collisions[0]).toEqual({ list, key: "a:1", winner: "one", loser: "two" });
    },
  );

  it("leaves what a template covers to its server, except in the first list of another", () => {
    const { claim } = setUp();
    claim("templates", "one", "a:{id}");

    expect(claim("resources", "two", "a:1")).toEqual(["a:1"]);
    expect(claim("resources", "two", "a:1", "a:2", "b:1")).toEqual(["a:1", "b:1"]);
    expect(claim("resources", "one", "a:2")).toEqual(["a:2"]);
  });

  it("lists a key once, and no template without a scheme", () => {
    const { claim } = setUp();

    expect(claim("prompts", "one", "p", "p")).toEqual(["p"]);
    expect(claim("templates", "one", "{+a}", "a:{b}")).toEqual(["a:{b}"]);
  });

  it("ends the claims of a server that never ends", () => {
    const { claim } = setUp();
    const keys = Array.from({ length: 10_001 }, (_, index) => `p${index}`);

    expect(claim("prompts", "one", ...keys)).toHaveLength(10_000);
    expect(claim("prompts", "two", "p10000")).toEqual(["p10000"]);
  });
});
