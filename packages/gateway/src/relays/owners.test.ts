import type { LockedItem } from "@toolcourt/contracts/internal/lock/locked-items";
import { fakeRelayServer } from "@toolcourt/testing/relay-server";
import { describe, expect, it } from "vitest";
import { type Collision, type LockedOwner, lockedOwners, Owners } from "./owners.ts";
import type { Entry, ListName } from "./read-list.ts";

function setUp(...locked: readonly LockedOwner[]) {
  const collisions: Collision[] = [];
  const owners = new Owners((collision) => collisions.push(collision), locked);
  const claim = (list: ListName, server: string, ...keys: readonly string[]): readonly string[] =>
    owners.claim(list, server, keys.map(entry)).map(({ key }) => key);
  return { owners, collisions, claim };
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

  it("counts an empty list as the first one", () => {
    const { claim } = setUp();
    claim("templates", "one", "a:{id}");
    claim("resources", "two");

    expect(claim("resources", "two", "a:1", "b:1")).toEqual(["b:1"]);
  });

  it("leaves what its own template covers to a server, whatever template came later", () => {
    const { owners, claim } = setUp();
    claim("templates", "one", "a:{id}");
    claim("templates", "two", "a:{+all}");
    claim("resources", "one", "a:1");

    expect(claim("resources", "one", "a:1", "a:2")).toEqual(["a:1", "a:2"]);
    expect(owners.ownerByTemplate("a:3")).toBe("one");
    expect(owners.ownerByTemplate("a:3/4")).toBe("two");
    expect(owners.ownerByTemplate("b:1")).toBeUndefined();
  });

  it.each(["resources", "templates", "prompts"] as const)(
    "leaves %s to the owner in the lock, before it lists anything",
    (list) => {
      const { claim, collisions } = setUp({ server: "one", [list]: ["a:1"] });

      expect(claim(list, "two", "a:1", "a:2")).toEqual(["a:2"]);
      expect(claim(list, "one", "a:1")).toEqual(["a:1"]);
      expect(collisions).toEqual([{ list, key: "a:1", winner: "one", loser: "two" }]);
    },
  );

  it("leaves what a locked template covers to its server, even in a first list", () => {
    const { claim } = setUp(
      { server: "one", templates: ["a:{id}"] },
      { server: "two", resources: ["a:2"] },
    );

    expect(claim("resources", "two", "a:1", "a:2", "b:1")).toEqual(["a:2", "b:1"]);
  });

  it("keeps the first of two owners in the lock", () => {
    const { claim } = setUp({ server: "one", prompts: ["p"] }, { server: "two", prompts: ["p"] });

    expect([claim("prompts", "two", "p"), claim("prompts", "one", "p")]).toEqual([[], ["p"]]);
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

function lockedIn(year: number): LockedItem {
  const approvedAt = `${year}-01-01T00:00:00.000Z`;
  return { digest: "", definition: {}, approvedAt, approvedBy: "first-use" };
}

describe("lockedOwners", () => {
  it("puts the template that was locked first before those of earlier servers", () => {
    const servers = ["late", "early"].map((name) => fakeRelayServer({}, { name }).server);
    const items = new Map([
      ["late", { templates: new Map([["a:{+all}", lockedIn(2026)]]) }],
      ["early", { templates: new Map([["a:{id}", lockedIn(2025)]]) }],
    ]);
    const owners = new Owners(() => undefined, lockedOwners(servers, items));

    expect(owners.ownerByTemplate("a:1")).toBe("early");
  });
});
