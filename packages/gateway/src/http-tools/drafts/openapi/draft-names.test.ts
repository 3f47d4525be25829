import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draftNames } from "./draft-names.ts";

function namesOf(...wishes: readonly string[]): readonly (string | undefined)[] {
  const operations = wishes.map((wish, index) => ({ wish, pointer: `/paths/${index}` }));
  const names = draftNames(operations);
  return operations.map(({ pointer }) => names.get(pointer));
}

describe("draftNames", () => {
  it.each([
    ["listPets", "listPets"],
    ["repos/list-for-org", "repos_list-for-org"],
    ["get_/pets/{id}", "get_pets_id"],
    ["pets.find", "pets_find"],
    ["検索", "operation"],
    ["n".repeat(70), "n".repeat(64)],
  ])("makes %s legal", (wish, name) => {
    expect(namesOf(wish)).toEqual([name]);
  });

  it("gives distinct names on a collision, independent of the order", () => {
    const [one, two] = namesOf("list", "LIST");
    const turned = draftNames([
      { wish: "LIST", pointer: "/paths/1" },
      { wish: "list", pointer: "/paths/0" },
    ]);

    expect(one).toMatch(/^list_[\da-f]{8}$/);
    expect(two).toMatch(/^LIST_[\da-f]{8}$/);
    expect([turned.get("/paths/0"), turned.get("/paths/1")]).toEqual([one, two]);
  });

  it("does not let an author take the name of another operation", () => {
    const [first = ""] = namesOf("list", "list");
    const names = namesOf("list", "list", first, `${first}_2`);

    expect(new Set(names).size).toBe(4);
  });

  it("gives legal and unique names for any input", () => {
    const wish = fc.oneof(fc.string(), fc.constantFrom("a", "A", "a/", "_a", "é", "\u{e0041}"));

    fc.assert(
      fc.property(fc.array(wish, { maxLength: 12 }), (wishes) => {
        const names = namesOf(...wishes).map((name) => name?.toLowerCase() ?? "");
        expect(new Set(names).size).toBe(wishes.length);
        for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/);
      }),
    );
  });
});
